import { byteOrderMarkLength, decodeUtf8, refuseUtf16 } from './encoding.ts';
import { HeldBytes, type HeldLimits } from './heldBytes.ts';

/** One line of a file. */
export interface Line {
	/** 1-based. */
	readonly number: number;
	/** Without the line break; empty when the line is too long to be held. */
	readonly text: string;
	/** Whether a line break ended it. Only the last line of a file can be incomplete. */
	readonly complete: boolean;
	/** `not-utf8`: some bytes were replaced. `too-long`: the text was not kept. */
	readonly damage?: 'not-utf8' | 'too-long';
	/** Long texts in it of which only start and end were kept, with a mark between. */
	readonly cuts?: number;
}

/** What a line may cost, and the file's name for messages. */
export interface LineOptions extends HeldLimits {
	readonly name: string;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts bytes into lines, at `\n` only: U+2028, U+0085 and their like are legal inside JSON strings
 * and `readline` breaks there. Holds no more than one line at a time.
 */
export class LineSplitter {
	readonly #name: string;
	readonly #limits: HeldLimits;
	#number = 1;
	/** Of the line's first byte, in the file. */
	#offset = 0;
	/** The line that has not ended yet. */
	#held: HeldBytes;

	constructor({ name, ...limits }: LineOptions) {
		this.#name = name;
		this.#limits = limits;
		this.#held = this.#start();
	}

	/** Number of the line that the next bytes belong to. */
	get number(): number {
		return this.#number;
	}

	/** The lines that end in the next bytes. */
	*push(chunk: Uint8Array): Generator<Line, void, undefined> {
		let start = 0;
		for (;;) {
			const end = chunk.indexOf(lineFeed, start);
			if (end === -1) {
				this.#held.keep(chunk.subarray(start));
				return;
			}
			this.#held.keep(chunk.subarray(start, end));
			yield this.#take(true);
			start = end + 1;
		}
	}

	/** The last line, when no line break ended it. */
	*end(): Generator<Line, void, undefined> {
		if (this.#held.length > 0) {
			yield this.#take(false);
		}
	}

	#start(): HeldBytes {
		const origin = { name: this.#name, line: this.#number, offset: this.#offset };
		return new HeldBytes(origin, this.#limits);
	}

	#take(complete: boolean): Line {
		const number = this.#number;
		const held = this.#held;
		this.#number += 1;
		this.#offset += held.length + 1;
		this.#held = this.#start();
		const bytes = held.take();
		if (bytes === undefined) {
			return { number, text: '', complete, damage: 'too-long' };
		}
		const { text, damaged } = decodeUtf8(this.#trimmed(bytes, number));
		return {
			number,
			text,
			complete,
			...(damaged ? { damage: 'not-utf8' } : {}),
			...(held.cuts === 0 ? {} : { cuts: held.cuts }),
		};
	}

	/** Without a byte order mark and a carriage return. */
	#trimmed(bytes: Uint8Array, number: number): Uint8Array {
		let start = 0;
		if (number === 1) {
			refuseUtf16(bytes, this.#name);
			start = byteOrderMarkLength(bytes);
		}
		const end = bytes.at(-1) === carriageReturn ? -1 : undefined;
		return bytes.subarray(start, end);
	}
}

/**
 * The lines of a stream of bytes, however it is cut into chunks. Accepts `\n` and `\r\n`, drops a
 * byte order mark, replaces and reports what is not UTF-8.
 * @throws {TranscriptError} `unknown-format` when the bytes are UTF-16.
 */
export async function* readLines(
	chunks: AsyncIterable<Uint8Array>,
	options: LineOptions,
): AsyncGenerator<Line, void, undefined> {
	const splitter = new LineSplitter(options);
	for await (const chunk of chunks) {
		yield* splitter.push(chunk);
	}
	yield* splitter.end();
}
