import path from 'node:path';

/** Whether an absolute path is the folder or is inside it. On Windows, case does not matter. */
export function isWithin(place: string, folder: string, system = path): boolean {
	const relative = system.relative(folder, place);
	return !system.isAbsolute(relative) && !/^\.\.(?:[\\/]|$)/.test(relative);
}

/** Whether an error means that a file does not exist. */
export function isMissing(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	// ELOOP: a link that leads only to itself.
	return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
}
