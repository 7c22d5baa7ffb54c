import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../messages/errors.ts';
import { isMissing } from '../bytes/paths.ts';
import { expanded, type StoreEnvironment } from './environment.ts';
import { previewSession, previewText } from './sessionPreview.ts';
import type { PathPattern, SessionStore, TextRule } from './stores.ts';

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

/** A session of any assistant, recognised by its beginning. */
export interface RecognisedSession extends FoundSession {
	readonly title: string;
	readonly assistant?: string;
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

/**
 * The sessions of one assistant. Reads names, sizes and times of files, and the first bytes of as few as necessary to
 * find the projects. Files that vanish in the meantime are left out.
 * @param signal Stops the search; the promise rejects with the signal's reason.
 */
export async function findSessions(
	store: SessionStore,
	environment: StoreEnvironment,
	signal: AbortSignal,
): Promise<FoundSessions> {
	const search = new Search(signal);
	const projects = new Map<string, Promise<string | undefined>>();
	const found = new Map<string, FoundSession>();
	for (const place of store.places(environment)) {
		const paths = await search.matching(place);
		await search.each(paths, async (file) => {
			const session = await search.sessionAt(file);
			if (session !== undefined) {
				const project = await projectOf(file, store.project, projects);
				found.set(file, project === undefined ? session : { ...session, project });
			}
		});
	}
	return search.found([...found.values()]);
}

/** Whether an assistant has a session. Reads names and sizes of files, and ends with the first session. */
export async function hasSession(
	store: SessionStore,
	environment: StoreEnvironment,
): Promise<boolean> {
	const search = new Search(new AbortController().signal);
	for (const place of store.places(environment)) {
		for (const file of await search.matching(place)) {
			if ((await search.sessionAt(file)) !== undefined) {
				return true;
			}
		}
	}
	return false;
}

/** Extensions of files that can be sessions; all others are ignored. */
const endings = /\.(?:jsonl|json|zst)$/;

/** Databases are not searched. */
const database =
	/(?:^|[\\/])(?:(?:opencode|kilo)[^\\/]*\.db|Cursor[\\/]User[\\/]globalStorage[\\/]state\.vscdb)$/;

/**
 * All files below a folder that a reader recognises.
 * @param folder May begin with `~`.
 * @param signal Stops the search; the promise rejects with the signal's reason.
 */
export async function findSessionsBelow(
	folder: string,
	home: string,
	signal: AbortSignal,
): Promise<FoundSessions<RecognisedSession>> {
	const search = new Search(signal);
	const root = expanded(folder, home);
	const files = await search.below(root);
	const wanted = files.filter((file) => endings.test(file) || database.test(file));
	const found = await search.each(wanted, async (file): Promise<readonly RecognisedSession[]> => {
		const session = await search.sessionAt(file);
		if (session === undefined) {
			return [];
		}
		if (database.test(file)) {
			return [{ ...session, title: '' }];
		}
		const preview = await previewSession(file, signal);
		return preview === undefined ? [] : [{ ...session, ...preview }];
	});
	return search.found(found.flat());
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
class Search {
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

/** @param known Projects by the file or folder from which they were read. */
async function projectOf(
	session: string,
	rule: TextRule | undefined,
	known: Map<string, Promise<string | undefined>>,
): Promise<string | undefined> {
	if (rule === undefined) {
		return undefined;
	}
	const place =
		rule.isOfFolder === true ? path.dirname(session) : (rule.file?.(session) ?? session);
	const pending = known.get(place) ?? recordedFolder(rule, session);
	known.set(place, pending);
	// The first session of a folder may not have recorded it yet.
	return (await pending) ?? (rule.isOfFolder === true ? recordedFolder(rule, session) : undefined);
}

/** Bytes of a file that are searched for its project: assistants write it near the beginning. */
const projectBytes = 16_384;

/** The folder that a session was working in, or its URI. @param bytes Of the file that are examined. */
export async function recordedFolder(
	rule: TextRule,
	session: string,
	bytes = projectBytes,
): Promise<string | undefined> {
	const named = await previewText(rule, session, bytes);
	try {
		return named?.startsWith('file:') === true ? fileURLToPath(named) : named;
	} catch {
		return named;
	}
}

/** The keys under which sessions of one file record their folder. */
const folderPattern = /"(?:cwd|workspaceDirectory)"\s*:\s*"(?<json>(?:[^"\\]|\\.)+)"/;

/**
 * The folder that a saved session records, which may be a folder of another machine. Undefined for databases: their
 * sessions have many folders.
 */
export async function folderNamedIn(file: string): Promise<string | undefined> {
	return /\.jsonl?$/.test(file) ? recordedFolder({ pattern: folderPattern }, file) : undefined;
}

/** The folder that a saved session records, if it exists on this machine. */
export async function sessionFolder(file: string): Promise<string | undefined> {
	const folder = await folderNamedIn(file);
	if (folder === undefined || !path.isAbsolute(folder)) {
		return undefined;
	}
	const there = await stat(folder).catch(() => undefined);
	return there?.isDirectory() === true ? folder : undefined;
}
