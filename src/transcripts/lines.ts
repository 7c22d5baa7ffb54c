import { byteOrderMarkLength, decodeUtf8, refuseUtf16 } from './encoding.ts';

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
}

/** What a line may cost, and the file's name for messages. */
export interface LineOptions {
	readonly name: string;
	/** Longer lines are passed over; {@link maximumLineBytes} when absent. */
	readonly maxBytes?: number;
}

/** No record of a conversation comes near; V8 could not hold a string eight times as long. */
export const maximumLineBytes = 64 * 2 ** 20;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts bytes into lines, at `\n` only: U+2028, U+0085 and their like are legal inside JSON strings
 * and `readline` breaks there. Holds no more than one line at a time.
 */
class LineSplitter {
	readonly #name: string;
	readonly #maxBytes: number;
	/** Pieces of the line that has not ended yet. */
	#pieces: Uint8Array[] = [];
	#length = 0;
	#number = 1;

	constructor({ name, maxBytes = maximumLineBytes }: LineOptions) {
		this.#name = name;
		this.#maxBytes = maxBytes;
	}

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

	*end(): Generator<Line, void, undefined> {
		if (this.#length > 0) {
			yield this.#take(false);
		}
	}

	#keep(piece: Uint8Array): void {
		this.#length += piece.length;
		if (this.#length > this.#maxBytes) {
			this.#pieces = [];
		} else if (piece.length > 0) {
			this.#pieces.push(piece);
		}
	}

	#take(complete: boolean): Line {
		const number = this.#number;
		const tooLong = this.#length > this.#maxBytes;
		const [only] = this.#pieces;
		let bytes =
			only !== undefined && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#length = 0;
		this.#number += 1;
		if (tooLong) {
			return { number, text: '', complete, damage: 'too-long' };
		}
		if (number === 1) {
			refuseUtf16(bytes, this.#name);
			bytes = bytes.subarray(byteOrderMarkLength(bytes));
		}
		if (bytes.at(-1) === carriageReturn) {
			bytes = bytes.subarray(0, -1);
		}
		const { text, damaged } = decodeUtf8(bytes);
		return damaged ? { number, text, complete, damage: 'not-utf8' } : { number, text, complete };
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
