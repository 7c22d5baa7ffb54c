import { notReadOn, type ProblemList } from '../problems.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { byteOrderMarkLength, decodeUtf8, refuseUtf16 } from './encoding.ts';
import { sourceBytes } from './sourceBytes.ts';

/** One line of a file. */
export interface Line {
	/** 1-based. */
	readonly number: number;
	/** Without the line break. */
	readonly text: string;
	/** Whether a line break ended it. Only the last line of a file can be incomplete. */
	readonly complete: boolean;
	/** Whether some of its bytes were not UTF-8, and were replaced. */
	readonly isDamaged: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts bytes into lines, at `\n` only: U+2028, U+0085 and their like are legal inside JSON strings
 * and `readline` breaks there. Accepts `\r\n`, drops a byte order mark.
 */
export class LineSplitter {
	readonly #name: string;
	#number = 1;
	/** Of the line that has not ended yet. */
	#pieces: Uint8Array[] = [];

	/** @param name The file's, for messages. */
	constructor(name: string) {
		this.#name = name;
	}

	/** Number of the line that the next bytes belong to. */
	get number(): number {
		return this.#number;
	}

	/** The lines that end in the next bytes. @throws {TranscriptError} `unknown-format` for UTF-16. */
	*push(chunk: Uint8Array): Generator<Line, void, undefined> {
		let start = 0;
		for (;;) {
			const end = chunk.indexOf(lineFeed, start);
			if (end === -1) {
				this.#pieces.push(chunk.subarray(start));
				return;
			}
			yield this.#line(chunk.subarray(start, end), true);
			start = end + 1;
		}
	}

	/** The last line, when no line break ended it. */
	*end(): Generator<Line, void, undefined> {
		if (this.#pieces.some(({ length }) => length > 0)) {
			yield this.#line(new Uint8Array(), false);
		}
	}

	#line(last: Uint8Array, complete: boolean): Line {
		const bytes = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
		this.#pieces = [];
		const number = this.#number;
		this.#number += 1;
		const { text, damaged } = decodeUtf8(this.#trimmed(bytes, number));
		return { number, text, complete, isDamaged: damaged };
	}

	#trimmed(bytes: Uint8Array, number: number): Uint8Array {
		if (number === 1) {
			refuseUtf16(bytes, this.#name);
		}
		const start = number === 1 ? byteOrderMarkLength(bytes) : 0;
		return bytes.subarray(start, bytes.at(-1) === carriageReturn ? -1 : undefined);
	}
}

/**
 * The lines of a text file; what is wrong with one is reported. Where the file cannot be read on,
 * what was read stays.
 */
export async function* readLines(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): AsyncGenerator<Line, void, undefined> {
	const splitter = new LineSplitter(source.name);
	const told = (line: Line): Line => {
		if (line.isDamaged) {
			const message = 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.';
			problems.add(line.number, message);
		}
		return line;
	};
	try {
		for await (const chunk of sourceBytes(source, signal)) {
			for (const line of splitter.push(chunk)) {
				yield told(line);
			}
		}
	} catch (error) {
		const isStopped = error instanceof TranscriptError && error.code === 'unreadable';
		if (!isStopped || splitter.number === 1) {
			throw error;
		}
		problems.add(splitter.number, notReadOn(error.cause));
		return;
	}
	for (const line of splitter.end()) {
		yield told(line);
	}
}
