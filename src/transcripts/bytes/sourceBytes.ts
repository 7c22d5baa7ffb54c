import { unreadable } from '../failures.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';

/**
 * The bytes of a source, stopping when the signal says so, and with every failure of the source
 * turned into one that names the file.
 * @throws {TranscriptError} `unreadable`, with the failure as its cause.
 */
export async function* sourceBytes(
	source: TranscriptSource,
	signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
	signal?.throwIfAborted();
	try {
		for await (const chunk of source.bytes()) {
			signal?.throwIfAborted();
			yield chunk;
		}
	} catch (error) {
		// The signal's own reason must come out as it is, whatever the source made of it.
		signal?.throwIfAborted();
		throw error instanceof TranscriptError ? error : unreadable(source.name, error);
	}
}

/**
 * The first bytes of a source, at most `limit`; the rest is not read. Where that fails behind the
 * first of them, as many as can be read: whoever reads on finds out.
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
		for await (const chunk of sourceBytes(source, signal)) {
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
