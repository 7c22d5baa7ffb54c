import { mark, formatCount } from '../../messages/marks.ts';
import { unfinishedLength } from './encoding.ts';

/** More of a text than any plan shows a model. Bytes. */
const keptBytes = 256 * 1_024;

/** Where bytes come from, for the marks of what is cut. */
export interface Origin {
	/** The file as people know it. */
	readonly name: string;
	/** 1-based. */
	readonly line: number;
	/** Of the first byte, in the file. */
	readonly offset: number;
}

const quote = 0x22;
const backslash = 0x5c;

/** Bytes that are appended to and cut back, in one piece of memory. */
class ByteBuffer {
	#bytes = Buffer.allocUnsafe(64 * 1_024);
	length = 0;

	append(piece: Uint8Array): void {
		const needed = this.length + piece.length;
		if (needed > this.#bytes.length) {
			const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
			larger.set(this.#bytes.subarray(0, this.length));
			this.#bytes = larger;
		}
		this.#bytes.set(piece, this.length);
		this.length = needed;
	}

	all(): Uint8Array {
		return this.#bytes.subarray(0, this.length);
	}
}

/** How many backslashes a piece ends with. */
function backslashesAtEnd(bytes: Uint8Array): number {
	let start = bytes.length;
	while (start > 0 && bytes[start - 1] === backslash) {
		start -= 1;
	}
	return bytes.length - start;
}

/** Where the last escape starts, when it starts in the last six bytes; else -1. */
function lastEscape(bytes: Uint8Array): number {
	const at = bytes.lastIndexOf(backslash);
	const isNear = at !== -1 && at >= bytes.length - 6;
	return isNear && backslashesAtEnd(bytes.subarray(0, at + 1)) % 2 === 1 ? at : -1;
}

/** The end of the last whole character of a string's bytes, escapes and pairs of them included. */
function endOfCharacters(bytes: Uint8Array): number {
	let end = bytes.length - unfinishedLength(bytes);
	const at = lastEscape(bytes.subarray(0, end));
	if (at !== -1 && at + (bytes[at + 1] === 0x75 ? 6 : 2) > end) {
		end = at;
	}
	const last = lastEscape(bytes.subarray(0, end));
	const text = last === -1 ? '' : Buffer.from(bytes.subarray(last, end)).toString('latin1');
	return /^\\ud[89ab]..$/i.test(text) ? last : end;
}

/** Where a character certainly starts in the last bytes of a string. */
function startOfCharacters(bytes: Uint8Array): number {
	let plain = 0;
	for (let at = 1; at < bytes.length; at += 1) {
		plain = bytes[at - 1] === backslash ? 0 : plain + 1;
		const isContinuation = ((bytes[at] ?? 0) & 0xc0) === 0x80;
		const isSecondHalf = /^\\ud[c-f]/i.test(
			Buffer.from(bytes.subarray(at, at + 4)).toString('latin1'),
		);
		if (
			!isContinuation &&
			!isSecondHalf &&
			(plain >= 6 || (plain > 0 && bytes[at] === backslash))
		) {
			return at;
		}
	}
	return bytes.length;
}

/**
 * Copies the bytes of a JSON value and leaves out the middle of its long texts, so that the value can
 * be held however long it is. A mark in place of the middle says how much it was and where it stands.
 */
export class LongTextCutter {
	readonly #origin: Origin;
	readonly #keptBytes: number;
	readonly #kept = new ByteBuffer();
	/** The end of the text at hand, once its start is full. */
	#tail: Uint8Array[] = [];
	#tailLength = 0;
	#inText = false;
	/** Where the text at hand starts in {@link #kept}, and how long it is so far, bytes. */
	#textStart = 0;
	#textLength = 0;
	/** Backslashes that the text so far ends with. */
	#backslashes = 0;
	#read = 0;
	/** Texts that were cut. */
	cuts = 0;

	/** @param kept Of a text that is cut, this much of its start and of its end stays, bytes. */
	constructor(origin: Origin, kept = keptBytes) {
		this.#origin = origin;
		this.#keptBytes = kept;
	}

	/** Bytes that are held. */
	get length(): number {
		return this.#kept.length + this.#tailLength;
	}

	/** Takes the next bytes, cut anywhere. */
	push(bytes: Uint8Array): void {
		let start = 0;
		while (start < bytes.length) {
			const found = bytes.indexOf(quote, start);
			const end = found === -1 ? bytes.length : found;
			const piece = bytes.subarray(start, end);
			if (this.#inText) {
				this.#text(piece);
				this.#backslashes = this.#backslashesWith(piece);
			} else {
				this.#kept.append(piece);
			}
			if (found !== -1) {
				this.#quote(bytes.subarray(found, found + 1), this.#read + found);
			}
			start = end + 1;
		}
		this.#read += bytes.length;
	}

	/** What is kept. Of a text that has not ended its start is all there is. */
	take(): Uint8Array {
		return this.#kept.all();
	}

	#backslashesWith(piece: Uint8Array): number {
		const count = backslashesAtEnd(piece);
		return count === piece.length ? this.#backslashes + count : count;
	}

	#quote(byte: Uint8Array, at: number): void {
		if (!this.#inText) {
			this.#kept.append(byte);
			this.#inText = true;
			this.#textStart = this.#kept.length;
			this.#textLength = 0;
			this.#backslashes = 0;
		} else if (this.#backslashes % 2 === 1) {
			this.#text(byte);
			this.#backslashes = 0;
		} else {
			this.#endText(at);
			this.#kept.append(byte);
			this.#inText = false;
		}
	}

	#text(piece: Uint8Array): void {
		const room = Math.max(0, this.#keptBytes - this.#textLength);
		this.#textLength += piece.length;
		this.#kept.append(piece.subarray(0, room));
		if (piece.length > room) {
			// A copy: what is cut out of a chunk would keep all of it in memory.
			const rest = Uint8Array.from(
				piece.subarray(Math.max(room, piece.length - 2 * this.#keptBytes)),
			);
			this.#tail.push(rest);
			this.#tailLength += rest.length;
		}
		if (this.#tailLength > 4 * this.#keptBytes) {
			this.#shortenTail();
		}
	}

	#shortenTail(): void {
		const tail = Buffer.concat(this.#tail).subarray(-2 * this.#keptBytes);
		this.#tail = [Uint8Array.from(tail)];
		this.#tailLength = tail.length;
	}

	/** @param end Where the text ends, counted from the first byte that was pushed. */
	#endText(end: number): void {
		const tail = Buffer.concat(this.#tail);
		this.#tail = [];
		this.#tailLength = 0;
		if (this.#textLength <= 2 * this.#keptBytes) {
			this.#kept.append(tail);
			return;
		}
		this.cuts += 1;
		const { name, line, offset } = this.#origin;
		const head = endOfCharacters(this.#kept.all().subarray(this.#textStart));
		this.#kept.length = this.#textStart + head;
		const last = tail.subarray(-this.#keptBytes);
		const rest = last.subarray(startOfCharacters(last));
		const cut = formatCount(this.#textLength - head - rest.length);
		const start = formatCount(offset + end - this.#textLength);
		const text = mark(
			`${cut} of ${formatCount(this.#textLength)} bytes left out · ` +
				`the whole text is in ${name}, line ${line}, from byte ${start}`,
		);
		this.#kept.append(Buffer.from(JSON.stringify(`\n${text}\n`).slice(1, -1)));
		this.#kept.append(rest);
	}
}
