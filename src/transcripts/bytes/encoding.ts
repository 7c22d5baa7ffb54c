import { isUtf8 } from 'node:buffer';
import { TranscriptError } from '../reader.ts';

/** Text out of bytes, and whether some of them were not UTF-8 and became U+FFFD. */
export interface DecodedText {
	readonly text: string;
	readonly damaged: boolean;
}

/** Bytes looked at to tell UTF-16 from UTF-8: enough for a sure verdict on any JSON. */
const sampleBytes = 256;

/** The number of bytes the byte order mark takes at the start of UTF-8 text: 3 or 0. */
export function byteOrderMarkLength(bytes: Uint8Array): number {
	return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Decodes complete UTF-8 text; what is not UTF-8 is replaced and reported. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { text: buffer.toString('utf8'), damaged: !isUtf8(buffer) };
}

/** Whether every second byte is zero, as in UTF-16 text of Western letters and JSON marks. */
function alternatesWithZero(bytes: Uint8Array): boolean {
	const sample = bytes.subarray(0, sampleBytes);
	const zeros = [0, 0];
	for (const [index, byte] of sample.entries()) {
		zeros[index % 2] = (zeros[index % 2] ?? 0) + (byte === 0 ? 1 : 0);
	}
	const [even = 0, odd = 0] = zeros;
	return sample.length >= 4 && Math.max(even, odd) > sample.length / 4 && Math.min(even, odd) === 0;
}

/**
 * Refuses UTF-16, which some editors and PowerShell write: read as UTF-8 it is silent rubbish.
 * @param opening The first bytes of the file.
 * @throws {TranscriptError} `unknown-format`, saying what to do.
 */
export function refuseUtf16(opening: Uint8Array, name: string): void {
	const [first, second] = opening;
	const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
	if (marked || alternatesWithZero(opening)) {
		throw new TranscriptError(
			'unknown-format',
			`"${name}" is UTF-16 text. Save it as UTF-8 and open it again.`,
		);
	}
}
