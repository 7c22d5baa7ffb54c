import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unreadable } from '../failures.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { isWithin } from './paths.ts';

/** Large enough that reading is not the slow part, small beside any file that matters. */
const chunkBytes = 1 << 20;

/**
 * Where something beside a file lies; `undefined` when it is not there, or out of the folder: by its
 * name or through a link.
 */
async function pathBeside(path: string, name: string): Promise<string | undefined> {
	const folder = dirname(path);
	const beside = join(folder, name);
	try {
		return isWithin(await realpath(beside), await realpath(folder)) ? beside : undefined;
	} catch {
		return undefined;
	}
}

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
		path,
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
		async beside(name) {
			const found = await pathBeside(path, name);
			// A folder of that name is no file of the session.
			return found === undefined ? undefined : fileSource(found).catch(() => undefined);
		},
	};
}
