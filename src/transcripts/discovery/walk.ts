import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../messages/errors.ts';
import { isMissing } from '../bytes/paths.ts';
import { inParallel } from './parallel.ts';

/** Files by their names on the way down from a folder. */
export interface PathPattern {
	readonly folder: string;
	/** A name as it is, or what matches it; the last one is the file's. */
	readonly names: readonly (string | RegExp)[];
}

/** Something that is there but may not be read. */
export interface UnreadablePath {
	readonly path: string;
	/** As the system says it. */
	readonly reason: string;
}

/** Where a search may go on, and whom it tells of what it could not read. */
export interface Search {
	readonly signal: AbortSignal;
	readonly onUnreadable: (unreadable: UnreadablePath) => void;
}

/** Folders below an extra folder are looked into so deep: stores of all assistants would fit in. */
const deepest = 12;

/** Files looked at below one extra folder: ten times those of somebody who works all day. */
const mostFiles = 50_000;

/** Never hold sessions, and have thousands of files. */
const passedOver = new Set(['node_modules', '.git']);

/**
 * Paths that match; the last name is not looked up where it is given as it is, so that such a file need
 * not be there. Goes exactly as deep as there are names, through symbolic links too.
 */
export async function matchingPaths(
	{ folder, names }: PathPattern,
	search: Search,
): Promise<readonly string[]> {
	let paths: readonly string[] = [folder];
	for (const [depth, name] of names.entries()) {
		const isFile = depth === names.length - 1;
		const found = await inParallel(paths, search.signal, async (parent) =>
			typeof name === 'string'
				? [path.join(parent, name)]
				: (await entriesOf(parent, search))
						.filter((entry) => name.test(entry.name) && mayBe(entry, isFile))
						.map((entry) => path.join(parent, entry.name)),
		);
		paths = found.flat();
	}
	return paths;
}

/** Paths of all files below a folder, in no order; symbolic links are followed, each folder once. */
export async function filesBelow(folder: string, search: Search): Promise<readonly string[]> {
	const files: string[] = [];
	const seen = new Set<string>();
	let folders: readonly string[] = [folder];
	for (let depth = 0; depth < deepest && folders.length > 0; depth += 1) {
		const found = await inParallel(folders, search.signal, async (parent) => {
			const real = await realpath(parent).catch(() => parent);
			if (seen.has(real)) {
				return [];
			}
			seen.add(real);
			const below: string[] = [];
			for (const entry of await entriesOf(parent, search)) {
				const file = path.join(parent, entry.name);
				if (mayBe(entry, false) && !passedOver.has(entry.name)) {
					below.push(file);
				}
				if (mayBe(entry, true) && files.length < mostFiles) {
					files.push(file);
				}
			}
			return below;
		});
		folders = found.flat();
	}
	return files;
}

/** Whether it can be a file, or else a folder. Where a link leads is found out when it is followed. */
function mayBe(entry: Dirent, isFile: boolean): boolean {
	return (isFile ? entry.isFile() : entry.isDirectory()) || entry.isSymbolicLink();
}

async function entriesOf(folder: string, search: Search): Promise<readonly Dirent[]> {
	try {
		return await readdir(folder, { withFileTypes: true });
	} catch (error) {
		if (!isMissing(error)) {
			search.onUnreadable({ path: folder, reason: messageOf(error) });
		}
		return [];
	}
}
