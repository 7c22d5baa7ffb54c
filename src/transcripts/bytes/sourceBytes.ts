import { unreadable } from '../failures.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { byteOrderMarkLength, decodeUtf8, refuseUtf16 } from './encoding.ts';

/** The most that is read of a file, bytes: what it says is in memory at once. */
const largestFile = 256 * 2 ** 20;

/** The error for a file that is not read for its size. */
function tooLarge(name: string): TranscriptError {
	return new TranscriptError(
		'too-large',
		`"${name}" is larger than ${largestFile / 2 ** 20} MB, which is the most that Precis reads. ` +
			'Take its last part into a file of its own and open that.',
	);
}

/**
 * The bytes of a source, stopping when the signal says so, and with every failure of the source
 * turned into one that names the file.
 * @throws {TranscriptError} `unreadable`, with the failure as its cause; `too-large`.
 */
export async function* sourceBytes(
	source: TranscriptSource,
	signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
	signal?.throwIfAborted();
	let length = 0;
	try {
		if (source.size > largestFile) {
			throw tooLarge(source.name);
		}
		for await (const chunk of source.bytes()) {
			signal?.throwIfAborted();
			length += chunk.length;
			if (length > largestFile) {
				throw tooLarge(source.name);
			}
			yield chunk;
		}
	} catch (error) {
		// The signal's own reason must come out as it is, whatever the source made of it.
		signal?.throwIfAborted();
		throw error instanceof TranscriptError ? error : unreadable(source.name, error);
	}
}

/**
 * The first bytes of a source, at most `limit`, however large it is; the rest is not read. Where that
 * fails behind the first of them, as many as can be read: whoever reads on finds out.
 * @param onFailure Told then.
 */
export async function firstBytes(
	source: TranscriptSource,
	limit: number,
	signal?: AbortSignal,
	onFailure?: (error: TranscriptError) => void,
): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of sourceBytes({ ...source, size: 0 }, signal)) {
			chunks.push(chunk);
			length += chunk.length;
			if (length >= limit) {
				break;
			}
		}
	} catch (error) {
		signal?.throwIfAborted();
		if (length === 0) {
			throw error;
		}
		onFailure?.(error instanceof TranscriptError ? error : unreadable(source.name, error));
	}
	return Buffer.concat(chunks).subarray(0, limit);
}

/** What a format is recognised by. Bytes. */
export const openingBytes = 65_536;

/**
 * How a file begins; without a byte order mark.
 * @param onFailure As of {@link firstBytes}.
 * @throws {TranscriptError} `unknown-format` for UTF-16.
 */
export async function openingOf(
	source: TranscriptSource,
	signal?: AbortSignal,
	onFailure?: (error: TranscriptError) => void,
): Promise<string> {
	const bytes = await firstBytes(source, openingBytes, signal, onFailure);
	refuseUtf16(bytes, source.name);
	return decodeUtf8(bytes.subarray(byteOrderMarkLength(bytes))).text;
}
