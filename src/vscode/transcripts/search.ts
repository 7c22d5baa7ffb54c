import { messageOf } from '../../messages/errors.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import type { UnreadablePath } from '../../transcripts/discovery/findSessions.ts';
import { stores } from '../../transcripts/discovery/stores.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import type { MachineSessions } from './machineSessions.ts';

/** Sessions whose titles are asked for at once: few enough that a cancel is heard. */
const titlesAtOnce = 50;

/** What a search for sessions needs. */
export interface SearchParts {
	readonly worker: Pick<Conversations, 'askAll'>;
	readonly environment: StoreEnvironment;
	/** Searched beside the folders of assistants; may begin with `~`. */
	readonly extraFolders: readonly string[];
	/** Gets what is found. */
	readonly sessions: MachineSessions;
	/** Something was found, or named. */
	readonly onFound: () => void;
	readonly onUnreadable: (unreadable: UnreadablePath) => void;
	readonly signal: AbortSignal;
}

/**
 * Looks for sessions of all assistants at once, then for their titles in the order they are shown.
 * @throws {WorkerError} when the titles cannot be had.
 */
export async function searchMachine(parts: SearchParts): Promise<void> {
	const { extraFolders, signal } = parts;
	await Promise.all([
		...stores.map(({ id, label }) => reported(parts, label, searchStore(parts, id, label))),
		...extraFolders.map((folder) => reported(parts, folder, searchFolder(parts, folder))),
	]);
	try {
		await nameSessions(parts);
	} catch (error) {
		// Whoever left the list does not want to hear of it.
		if (!signal.aborted) {
			throw error;
		}
	}
}

async function searchStore(parts: SearchParts, store: string, assistant: string): Promise<void> {
	const { worker, environment, signal, sessions } = parts;
	const found = await worker.askAll('findSessions', { store, environment }, { signal });
	found.unreadable.forEach(parts.onUnreadable);
	sessions.add(found.sessions.map((session) => ({ ...session, store, assistant })));
	if (found.sessions.length > 0) {
		parts.onFound();
	}
}

async function searchFolder(parts: SearchParts, folder: string): Promise<void> {
	const { worker, environment, signal, sessions } = parts;
	const { home } = environment;
	const found = await worker.askAll('findSessionsBelow', { folder, home }, { signal });
	found.unreadable.forEach(parts.onUnreadable);
	sessions.add(found.sessions);
	parts.onFound();
}

async function nameSessions({ worker, sessions, onFound, signal }: SearchParts): Promise<void> {
	const databases = new Set(stores.filter(({ isDatabase }) => isDatabase).map(({ id }) => id));
	const unnamed = sessions.inOrder().flatMap(({ path, store }) =>
		// What lies in an extra folder was named when it was recognised.
		store === undefined || databases.has(store) ? [] : [{ path, store }],
	);
	for (let start = 0; start < unnamed.length && !signal.aborted; start += titlesAtOnce) {
		const asked = unnamed.slice(start, start + titlesAtOnce);
		const titles = await worker.askAll('titles', { sessions: asked }, { signal });
		asked.forEach(({ path }, index) => sessions.name(path, titles[index] ?? ''));
		onFound();
	}
}

/** One search that fails does not end the others. */
async function reported(parts: SearchParts, path: string, search: Promise<void>): Promise<void> {
	try {
		await search;
	} catch (error) {
		if (!WorkerError.is(error, workerCodes.cancelled)) {
			parts.onUnreadable({ path, reason: messageOf(error) });
		}
	}
}
