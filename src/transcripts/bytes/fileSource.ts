import { open, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unreadable } from '../failures.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { isWithin } from './paths.ts';

/**
 * The first or last bytes of a file, which may be growing at the same time.
 * @throws The system's error, for example when the file is gone.
 */
export async function bytesOf(
	file: string,
	limit: number,
	side: 'start' | 'end' = 'start',
): Promise<Buffer> {
	const handle = await open(file, 'r');
	try {
		const { size } = await handle.stat();
		const start = side === 'start' ? 0 : Math.max(0, size - limit);
		const buffer = Buffer.allocUnsafe(Math.min(limit, size));
		let length = 0;
		// A network disk may return fewer bytes than requested.
		while (length < buffer.length) {
			const { bytesRead } = await handle.read(
				buffer,
				length,
				buffer.length - length,
				start + length,
			);
			if (bytesRead === 0) {
				break;
			}
			length += bytesRead;
		}
		return buffer.subarray(0, length);
	} finally {
		await handle.close();
	}
}

/**
 * A file on disk, opened read-only each time its bytes are requested.
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
		bytes: (limit) => bytesOf(path, limit),
		async sibling(name) {
			const found = await siblingPath(path, name);
			// A folder of that name is not a file of the session.
			return found === undefined ? undefined : fileSource(found).catch(() => undefined);
		},
	};
}

/**
 * The path of another file in the same folder; `undefined` if it does not exist, or if its name or a link leads out of
 * the folder.
 */
async function siblingPath(path: string, name: string): Promise<string | undefined> {
	const folder = dirname(path);
	const sibling = join(folder, name);
	try {
		return isWithin(await realpath(sibling), await realpath(folder)) ? sibling : undefined;
	} catch {
		return undefined;
	}
}
