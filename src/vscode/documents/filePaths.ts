import path from 'node:path';
import { isWithin } from '../../transcripts/bytes/paths.ts';
import { expanded } from '../../transcripts/discovery/environment.ts';

/** A path as users and models write it, with a line. */
export interface FileReference {
	readonly path: string;
	/** From 1; absent: not given. */
	readonly line?: number;
}

/** Splits `src/a.ts:12` or `src/a.ts:12:5` into path and line. */
export function parseFileReference(text: string): FileReference {
	const match = /^(.+?):(\d+)(?::\d+)?$/.exec(text.trim());
	const [, path, line] = match ?? [];
	return path === undefined ? { path: text.trim() } : { path, line: Number(line) };
}

/**
 * Candidate paths of a file that a conversation names. Conversations are untrusted: only paths inside the given
 * folders count, in whatever form the path is written.
 * @param named May begin with `~`.
 * @param folders Absolute, most likely first.
 * @param home Replaces `~`.
 * @param system The path rules.
 */
export function candidatePaths(
	named: string,
	folders: readonly string[],
	home: string,
	system = path,
): readonly string[] {
	const expandedPath = expanded(named, home, system);
	const places = folders.map((folder) => system.resolve(folder, expandedPath));
	return [...new Set(places)].filter((place) =>
		folders.some(
			(folder) => system.relative(folder, place) !== '' && isWithin(place, folder, system),
		),
	);
}

/** A path for a row of a list: relative to a workspace folder or to the home folder. */
export function shortPath(
	fullPath: string,
	folders: readonly string[],
	home: string,
	system = path,
): string {
	const folder = [...folders, home].find((one) => isWithin(fullPath, one, system));
	const rest = folder === undefined ? fullPath : system.relative(folder, fullPath);
	return folder === home ? system.join('~', rest) : rest || fullPath;
}
