import path from 'node:path';

/** Whether an absolute path is a folder or something in it. On Windows case does not matter. */
export function isWithin(place: string, folder: string, system = path): boolean {
	const way = system.relative(folder, place);
	return !system.isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way);
}

/** Whether the file does not exist, or no longer exists. */
export function isMissing(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	// ELOOP: a link that leads only to itself.
	return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
}
