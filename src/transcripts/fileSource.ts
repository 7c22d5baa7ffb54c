import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { unreadable } from './failures.ts';
import { TranscriptError, type TranscriptSource } from './reader.ts';

/** Large enough that reading is not the slow part, small beside any file that matters. */
const chunkBytes = 1 << 20;

/**
 * A file on disk, opened read-only each time its bytes are asked for and closed when they end or
 * are no longer wanted.
 * @throws {TranscriptError} `unreadable` when there is no such file or it may not be read.
 */
export async function fileSource(path: string): Promise<TranscriptSource> {
	const stats = await stat(path).catch((error: unknown) => {
		throw unreadable(path, error);
	});
	if (!stats.isFile()) {
		throw new TranscriptError('unreadable', `"${path}" cannot be read: it is not a file.`);
	}
	return {
		name: path,
		size: stats.size,
		async *bytes() {
			const stream = createReadStream(path, { flags: 'r', highWaterMark: chunkBytes });
			try {
				for await (const chunk of stream) {
					yield chunk as Uint8Array;
				}
			} catch (error) {
				throw unreadable(path, error);
			} finally {
				stream.destroy();
			}
		},
	};
}
