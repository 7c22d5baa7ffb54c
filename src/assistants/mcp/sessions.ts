import path from 'node:path';
import { fileSource } from '../../transcripts/bytes/fileSource.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { findSessions, recordedFolder } from '../../transcripts/discovery/findSessions.ts';
import { type FoundSession } from '../../transcripts/discovery/sessionSearch.ts';
import { type SessionStore, stores } from '../../transcripts/discovery/stores.ts';
import { openTranscript } from '../../transcripts/open.ts';
import { TranscriptError } from '../../transcripts/reader.ts';
import type { Root } from './root.ts';

/** An assistant's session on this machine, which may still be in use. */
export interface LiveSession extends Omit<FoundSession, 'project'> {
	/** The assistant's store and the session's own id: `claude-code:5f0c…`. */
	readonly handle: string;
	readonly store: SessionStore;
	/** Id of the session within its file, if the file contains several. */
	readonly inside?: string;
	/** Absent: it has to be read from the file. */
	readonly title?: string;
}

/**
 * The sessions of a root's folders, newest first, without those of sub-agents.
 * @param storeIds Ids of stores; absent: all of them.
 * @param signal Stops the search; the promise rejects with the signal's reason.
 */
export async function sessionsOf(
	root: Root,
	environment: StoreEnvironment,
	storeIds: readonly string[] | undefined,
	signal: AbortSignal,
): Promise<readonly LiveSession[]> {
	const found: LiveSession[] = [];
	for (const store of stores.filter(({ id }) => storeIds?.includes(id) ?? true)) {
		const { sessions } = await findSessions(store, environment, signal);
		for (const session of sessions) {
			found.push(...(await sessionsWithinRoot(root, store, session, signal)));
		}
	}
	return found.toSorted((one, other) => other.modified - one.modified);
}

async function sessionsWithinRoot(
	root: Root,
	store: SessionStore,
	session: FoundSession,
	signal: AbortSignal,
): Promise<readonly LiveSession[]> {
	if (store.isDatabase === true) {
		return sessionsInDatabase(root, store, session, signal);
	}
	const { path: file, size, modified } = session;
	return (await root.contains(await projectOf(root, store, session)))
		? [{ handle: handleOf(store.id, file), store, path: file, size, modified }]
		: [];
}

/** Number of bytes of a session that are searched for its folder: titles and snapshots may precede it. */
const searchedBytes = 262_144;

/**
 * The folder that a session was working in. Assistants that name folders after projects write every punctuation mark as
 * a hyphen, so that `/w/a-b` and `/w/a/b` share a folder; only the content of a session distinguishes them.
 */
async function projectOf(
	root: Root,
	{ project: rule }: SessionStore,
	{ path: file, project }: FoundSession,
): Promise<string | undefined> {
	if (rule?.isOfFolder !== true || project === undefined) {
		return project;
	}
	const mayBelong = root.mayContain(project) || (await root.contains(project));
	return mayBelong ? recordedFolder({ pattern: rule.pattern }, file, searchedBytes) : undefined;
}

/** A database contains the sessions of all projects. */
async function sessionsInDatabase(
	root: Root,
	store: SessionStore,
	{ path: file, size }: FoundSession,
	signal: AbortSignal,
): Promise<readonly LiveSession[]> {
	const found: LiveSession[] = [];
	const conversations = await readConversations(file, signal);
	for (const { id, title, folder, modified = 0, isSubAgent } of conversations) {
		if (id !== undefined && isSubAgent !== true && (await root.contains(folder))) {
			const handle = `${store.id}:${id}`;
			found.push({ handle, store, path: file, size, modified, inside: id, title });
		}
	}
	return found;
}

async function readConversations(file: string, signal: AbortSignal) {
	try {
		return (await openTranscript(await fileSource(file), signal)).conversations;
	} catch (error) {
		if (error instanceof TranscriptError) {
			// The database is empty, or another program's.
			return [];
		}
		throw error;
	}
}

/** The handle of a session that has its own file. @param store Id of its store. */
export function handleOf(store: string, file: string): string {
	return `${store}:${idOf(file)}`;
}

/** File names that all sessions of a store share, each in its own folder. */
const commonNames = new Set(['events', 'api_conversation_history']);

/** A session's id, derived from its file name. */
function idOf(file: string): string {
	const name = path
		.basename(file)
		.replace(/\.zst$/, '')
		.replace(/\.(?:messages\.json|jsonl?)$/, '')
		.replace(/^rollout-[\dT-]{19}-/, '');
	return commonNames.has(name) ? idOf(path.dirname(file)) : name;
}
