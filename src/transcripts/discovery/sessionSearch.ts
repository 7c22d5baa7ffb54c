import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../messages/errors.ts';
import { isMissing } from '../bytes/paths.ts';
import type { StoreEnvironment } from './environment.ts';
import type { PathPattern, SessionStore } from './stores.ts';

/** A file that contains one or more sessions. */
export interface FoundSession {
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** When it was last written, milliseconds since the epoch. */
	readonly modified: number;
	/** Path or URI of the project's folder; absent: unknown. */
	readonly project?: string;
}

/** A path that cannot be read, or not completely. */
export interface UnreadablePath {
	readonly path: string;
	/** The system's message. */
	readonly reason: string;
}

/** The result of a search. */
export interface FoundSessions<Session extends FoundSession = FoundSession> {
	/** Newest first. */
	readonly sessions: readonly Session[];
	readonly unreadable: readonly UnreadablePath[];
}

/** Maximum depth below an extra folder: sufficient for the stores of all assistants. */
const maxDepth = 12;

/** Maximum number of files below one extra folder: ten times those of a heavy user. */
const maxFiles = 50_000;

/** Folders with thousands of files that are never sessions. */
const skippedFolders = new Set(['node_modules', '.git']);

/** Number of files read at a time: enough to keep a disk busy, few compared to a process's limit of open files. */
const concurrency = 32;

/** A search through folders, which notes the paths that it could not read. */
export class SessionSearch {
	readonly #signal: AbortSignal;
	readonly #unreadable: UnreadablePath[] = [];

	constructor(signal: AbortSignal) {
		this.#signal = signal;
	}

	/** Processes items, several at a time. @returns The results in the order of the items. */
	async each<Item, Result>(
		items: readonly Item[],
		work: (item: Item) => Promise<Result>,
	): Promise<readonly Result[]> {
		const results: Result[] = [];
		for (let start = 0; start < items.length; start += concurrency) {
			this.#signal.throwIfAborted();
			results.push(...(await Promise.all(items.slice(start, start + concurrency).map(work))));
		}
		return results;
	}

	/**
	 * Paths that match a pattern; symbolic links are followed. Literal names are not checked: such a file need not exist.
	 */
	async matching({ folder, names }: PathPattern): Promise<readonly string[]> {
		let paths: readonly string[] = [folder];
		for (const [depth, name] of names.entries()) {
			const isFile = depth === names.length - 1;
			const found = await this.each(paths, async (parent) =>
				typeof name === 'string'
					? [path.join(parent, name)]
					: (await this.#entriesOf(parent))
							.filter((entry) => name.test(entry.name) && mayBe(entry, isFile))
							.map((entry) => path.join(parent, entry.name)),
			);
			paths = found.flat();
		}
		return paths;
	}

	/** Paths of all files below a folder, unordered; symbolic links are followed, each folder once. */
	async below(root: string): Promise<readonly string[]> {
		const files: string[] = [];
		const seen = new Set<string>();
		let folders: readonly string[] = [root];
		for (
			let depth = 0;
			depth < maxDepth && folders.length > 0 && files.length < maxFiles;
			depth += 1
		) {
			const found = await this.each(folders, async (parent) => {
				const real = await realpath(parent).catch(() => parent);
				const isNew = !seen.has(real);
				seen.add(real);
				// The user named the root, so a missing root is reported.
				const entries = isNew ? await this.#entriesOf(parent, parent === root) : [];
				const inside = (isFile: boolean): readonly string[] =>
					entries
						.filter((entry) => mayBe(entry, isFile) && !skippedFolders.has(entry.name))
						.map(({ name }) => path.join(parent, name));
				files.push(...inside(true).slice(0, maxFiles - files.length));
				return inside(false);
			});
			folders = found.flat();
		}
		if (files.length >= maxFiles) {
			const reason = `It has too many files; ${maxFiles} of them were searched.`;
			this.#unreadable.push({ path: root, reason });
		}
		return files;
	}

	/** The session in a file; undefined: it is empty, not a file, or no longer exists. */
	async sessionAt(file: string): Promise<FoundSession | undefined> {
		try {
			const stats = await stat(file);
			const isSession = stats.isFile() && stats.size > 0;
			return isSession ? { path: file, size: stats.size, modified: stats.mtimeMs } : undefined;
		} catch (error) {
			this.#failed(file, error, false);
			return undefined;
		}
	}

	/** The result of the search. */
	found<Session extends FoundSession>(sessions: readonly Session[]): FoundSessions<Session> {
		const newestFirst = sessions.toSorted((one, other) => other.modified - one.modified);
		return { sessions: newestFirst, unreadable: this.#unreadable };
	}

	async #entriesOf(folder: string, isExpected = false): Promise<readonly Dirent[]> {
		try {
			return await readdir(folder, { withFileTypes: true });
		} catch (error) {
			this.#failed(folder, error, isExpected);
			return [];
		}
	}

	#failed(place: string, error: unknown, isExpected: boolean): void {
		if (isExpected || !isMissing(error)) {
			this.#unreadable.push({ path: place, reason: messageOf(error) });
		}
	}
}

/** Whether an entry may be a file, or a folder if `isFile` is false. What a link leads to is known when it is followed. */
function mayBe(entry: Dirent, isFile: boolean): boolean {
	return (isFile ? entry.isFile() : entry.isDirectory()) || entry.isSymbolicLink();
}

/** Whether an assistant has a session. Reads names and sizes of files, and ends with the first session. */
export async function hasSession(
	store: SessionStore,
	environment: StoreEnvironment,
): Promise<boolean> {
	const search = new SessionSearch(new AbortController().signal);
	for (const place of store.places(environment)) {
		for (const file of await search.matching(place)) {
			if ((await search.sessionAt(file)) !== undefined) {
				return true;
			}
		}
	}
	return false;
}
