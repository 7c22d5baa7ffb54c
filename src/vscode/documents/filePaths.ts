import path from 'node:path';
import { isWithin } from '../../transcripts/bytes/paths.ts';
import { expanded } from '../../transcripts/discovery/environment.ts';

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
 * @param named May begin with `~`.
 * @param folders Absolute, most likely first.
 * @param home What `~` stands for.
 * @param system The rules for paths.
 */
export function candidatePaths(
	named: string,
	folders: readonly string[],
	home: string,
	system = path,
): readonly string[] {
	const whole = expanded(named, home, system);
	const places = folders.map((folder) => system.resolve(folder, whole));
	return [...new Set(places)].filter((place) =>
		folders.some(
			(folder) => system.relative(folder, place) !== '' && isWithin(place, folder, system),
		),
	);
}

/** A path as a row of a list has room for: from a folder of the workspace on, or from the home folder. */
export function shortPath(
	whole: string,
	folders: readonly string[],
	home: string,
	system = path,
): string {
	const folder = [...folders, home].find((one) => isWithin(whole, one, system));
	const rest = folder === undefined ? whole : system.relative(folder, whole);
	return folder === home ? system.join('~', rest) : rest || whole;
}
