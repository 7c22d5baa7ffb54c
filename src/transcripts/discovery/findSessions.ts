import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../messages/errors.ts';
import { isMissing } from '../bytes/paths.ts';
import { expanded, type StoreEnvironment } from './environment.ts';
import { previewSession, previewText } from './sessionPreview.ts';
import type { PathPattern, SessionStore, TextRule } from './stores.ts';

/** A file that holds a session, or several. */
export interface FoundSession {
	readonly path: string;
	/** Bytes. */
	readonly size: number;
	/** When it was last written to, milliseconds since the epoch. */
	readonly modified: number;
	/** Path of the project's folder, or its address; absent: nothing tells. */
	readonly project?: string;
}

/** A session of any assistant, which its beginning tells. */
export interface RecognisedSession extends FoundSession {
	readonly title: string;
	readonly assistant?: string;
}

/** Something that is there but may not be read. */
export interface UnreadablePath {
	readonly path: string;
	/** As the system says it. */
	readonly reason: string;
}

/** What a search gave. */
export interface FoundSessions<Session extends FoundSession = FoundSession> {
	/** Newest first. */
	readonly sessions: readonly Session[];
	/** What is there but may not be read. */
	readonly unreadable: readonly UnreadablePath[];
}

/**
 * The sessions of one assistant. Reads names, sizes and times of files, and of as few as tell the
 * projects the first bytes. What vanishes meanwhile is left out.
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

/** How files end that can be sessions; all others are not looked at. */
const endings = /\.(?:jsonl|json|zst)$/;

/** Databases are not looked into. */
const database =
	/(?:^|[\\/])(?:(?:opencode|kilo)[^\\/]*\.db|Cursor[\\/]User[\\/]globalStorage[\\/]state\.vscdb)$/;

/**
 * Everything below a folder that a reader recognises.
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
		const seen = await previewSession(file, signal);
		if (seen.kind === 'other') {
			return [];
		}
		const { kind: _, ...told } = seen;
		return [{ ...session, ...told }];
	});
	return search.found(found.flat());
}

/** Folders below an extra folder are looked into so deep: stores of all assistants would fit in. */
const deepest = 12;

/** Files looked at below one extra folder: ten times those of somebody who works all day. */
const mostFiles = 50_000;

/** Never hold sessions, and have thousands of files. */
const passedOver = new Set(['node_modules', '.git']);

/** Enough that a disk is busy, few beside the files a program may have open. */
const atOnce = 32;

/** A walk through folders, with what could not be read on the way. */
class Search {
	readonly #signal: AbortSignal;
	readonly #unreadable: UnreadablePath[] = [];

	constructor(signal: AbortSignal) {
		this.#signal = signal;
	}

	/** Does the same with all items, several at a time. @returns The results in the order of the items. */
	async each<Item, Result>(
		items: readonly Item[],
		work: (item: Item) => Promise<Result>,
	): Promise<readonly Result[]> {
		const results: Result[] = [];
		for (let start = 0; start < items.length; start += atOnce) {
			this.#signal.throwIfAborted();
			results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
		}
		return results;
	}

	/**
	 * Paths that match; the last name is not looked up where it is given as it is, so that such a file need
	 * not be there. Goes exactly as deep as there are names, through symbolic links too.
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

	/** Paths of all files below a folder, in no order; symbolic links are followed, each folder once. */
	async below(root: string): Promise<readonly string[]> {
		const files: string[] = [];
		const seen = new Set<string>();
		let folders: readonly string[] = [root];
		for (let depth = 0; depth < deepest && folders.length > 0; depth += 1) {
			const found = await this.each(folders, async (parent) => {
				const real = await realpath(parent).catch(() => parent);
				const isNew = !seen.has(real);
				seen.add(real);
				// A person named the root: that it is not there is worth a word.
				const entries = isNew ? await this.#entriesOf(parent, parent === root) : [];
				const inside = (isFile: boolean): readonly string[] =>
					entries
						.filter((entry) => mayBe(entry, isFile) && !passedOver.has(entry.name))
						.map(({ name }) => path.join(parent, name));
				files.push(...inside(true).slice(0, mostFiles - files.length));
				return inside(false);
			});
			folders = found.flat();
		}
		return files;
	}

	/** Undefined: it is no file, or not any more. */
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

	/** What it came to, in the order in which people look for sessions. */
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

/** Whether it can be a file, or else a folder. Where a link leads is found out when it is followed. */
function mayBe(entry: Dirent, isFile: boolean): boolean {
	return (isFile ? entry.isFile() : entry.isDirectory()) || entry.isSymbolicLink();
}

/** @param known By the file, or the folder, that tells. */
async function projectOf(
	session: string,
	rule: TextRule | undefined,
	known: Map<string, Promise<string | undefined>>,
): Promise<string | undefined> {
	if (rule === undefined) {
		return undefined;
	}
	const place = rule.isOfFolder === true ? path.dirname(session) : rule.file?.(session);
	const told =
		(place === undefined ? undefined : known.get(place)) ?? recordedFolder(rule, session);
	if (place !== undefined) {
		known.set(place, told);
	}
	// The first session of a folder may not have got as far as telling it.
	return (await told) ?? (rule.isOfFolder === true ? recordedFolder(rule, session) : undefined);
}

/** Bytes of a file in which its project stands, if it does: assistants name it first. */
const lookedAt = 16_384;

/** The folder that a session was working in, or its address. @param bytes Of the file that are looked at. */
export async function recordedFolder(
	rule: TextRule,
	session: string,
	bytes = lookedAt,
): Promise<string | undefined> {
	const told = await previewText(rule, session, bytes);
	try {
		return told?.startsWith('file:') === true ? fileURLToPath(told) : told;
	} catch {
		return told;
	}
}

/** Keys under which sessions name the folder they are about. */
const folderPattern = /"(?:cwd|workspaceDirectory)"\s*:\s*"(?<json>(?:[^"\\]|\\.)+)"/;

/**
 * The folder that a saved session names as its own, on whichever machine.
 * @param file Of one session: a database, which has those of many folders, tells none.
 */
export async function folderNamedIn(file: string): Promise<string | undefined> {
	return /\.jsonl?$/.test(file) ? recordedFolder({ pattern: folderPattern }, file) : undefined;
}

/** The same, where it is on this machine. */
export async function sessionFolder(file: string): Promise<string | undefined> {
	const told = await folderNamedIn(file);
	if (told === undefined || !path.isAbsolute(told)) {
		return undefined;
	}
	const there = await stat(told).catch(() => undefined);
	return there?.isDirectory() === true ? told : undefined;
}
