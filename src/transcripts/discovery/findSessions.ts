import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expanded, type StoreEnvironment } from './environment.ts';
import { SessionSearch, type FoundSession, type FoundSessions } from './sessionSearch.ts';
import { previewSession, previewText } from './sessionPreview.ts';
import type { SessionStore, TextRule } from './stores.ts';

/** A session of any assistant, recognised by its beginning. */
export interface RecognisedSession extends FoundSession {
	readonly title: string;
	readonly assistant?: string;
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
	const search = new SessionSearch(signal);
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
	const search = new SessionSearch(signal);
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
