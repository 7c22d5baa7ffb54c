import { byteOrderMarkLength, decodeUtf8, refuseUtf16 } from './encoding.ts';
import { LongTextCutter } from './longTexts.ts';

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
export interface LineOptions {
	readonly name: string;
	/** Of longer lines the long texts are cut; {@link wholeLineBytes} when absent. */
	readonly wholeBytes?: number;
	/** What is longer even then is passed over; {@link maximumLineBytes} when absent. */
	readonly maxBytes?: number;
}

/** Longer than any message that a model could read. */
export const wholeLineBytes = 16 * 2 ** 20;

/** Many texts, none of them long: held as a string and as the value it makes, several times this. */
export const maximumLineBytes = 32 * 2 ** 20;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts bytes into lines, at `\n` only: U+2028, U+0085 and their like are legal inside JSON strings
 * and `readline` breaks there. Holds no more than one line at a time.
 */
export class LineSplitter {
	readonly #name: string;
	readonly #wholeBytes: number;
	readonly #maxBytes: number;
	/** Pieces of the line that has not ended yet; moved to the cutter when they become too many. */
	#pieces: Uint8Array[] = [];
	#cutter: LongTextCutter | undefined;
	#length = 0;
	#tooLong = false;
	#number = 1;
	/** Of the line's first byte, in the file. */
	#offset = 0;

	constructor({ name, wholeBytes = wholeLineBytes, maxBytes = maximumLineBytes }: LineOptions) {
		this.#name = name;
		this.#wholeBytes = wholeBytes;
		this.#maxBytes = maxBytes;
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
				this.#keep(chunk.subarray(start));
				return;
			}
			this.#keep(chunk.subarray(start, end));
			yield this.#take(true);
			start = end + 1;
		}
	}

	/** The last line, when no line break ended it. */
	*end(): Generator<Line, void, undefined> {
		if (this.#length > 0) {
			yield this.#take(false);
		}
	}

	#keep(piece: Uint8Array): void {
		this.#length += piece.length;
		if (this.#tooLong) {
			return;
		}
		if (this.#length <= this.#wholeBytes) {
			if (piece.length > 0) {
				this.#pieces.push(piece);
			}
			return;
		}
		this.#cutter ??= this.#startCutting();
		this.#cutter.push(piece);
		if (this.#cutter.length > this.#maxBytes) {
			this.#tooLong = true;
			this.#cutter = undefined;
		}
	}

	#startCutting(): LongTextCutter {
		const [line, offset] = [this.#number, this.#offset];
		const cutter = new LongTextCutter({ name: this.#name, line, offset });
		this.#pieces.forEach((piece) => cutter.push(piece));
		this.#pieces = [];
		return cutter;
	}

	#take(complete: boolean): Line {
		const number = this.#number;
		const bytes = this.#tooLong ? undefined : this.#bytes();
		const cuts = this.#cutter?.cuts ?? 0;
		this.#offset += this.#length + 1;
		this.#pieces = [];
		this.#cutter = undefined;
		this.#length = 0;
		this.#tooLong = false;
		this.#number += 1;
		if (bytes === undefined) {
			return { number, text: '', complete, damage: 'too-long' };
		}
		const { text, damaged } = decodeUtf8(this.#trimmed(bytes, number));
		return {
			number,
			text,
			complete,
			...(damaged ? { damage: 'not-utf8' } : {}),
			...(cuts === 0 ? {} : { cuts }),
		};
	}

	#bytes(): Uint8Array {
		const [only] = this.#pieces;
		return (
			this.#cutter?.take() ??
			(only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces))
		);
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
