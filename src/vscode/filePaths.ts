import { isAbsolute, relative, resolve } from 'node:path';

/** A path as people and models write it, with the place in the file. */
export interface FileReference {
	readonly path: string;
	/** From 1; absent when none was given. */
	readonly line?: number;
}

/** Splits `src/a.ts:12` or `src/a.ts:12:5` into path and line. */
export function parseFileReference(text: string): FileReference {
	const match = /^(.+?):(\d+)(?::\d+)?$/.exec(text.trim());
	const [, path, line] = match ?? [];
	return path === undefined ? { path: text.trim() } : { path, line: Number(line) };
}

/**
 * Where a file named in a conversation may be. A conversation is untrusted text: only places
 * inside the given folders are considered, however the path is written.
 * @param folders Absolute, most likely first.
 */
export function candidatePaths(path: string, folders: readonly string[]): readonly string[] {
	const places = folders.map((folder) => (isAbsolute(path) ? path : resolve(folder, path)));
	return [...new Set(places)].filter((place) => folders.some((folder) => isInside(place, folder)));
}

function isInside(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way !== '' && !isAbsolute(way) && !/^\.\.(?:[\\/]|$)/.test(way);
}
