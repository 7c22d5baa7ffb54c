import { stat } from 'node:fs/promises';
import { messageOf } from '../../messages/errors.ts';
import type { StoreEnvironment } from './environment.ts';
import { inParallel } from './parallel.ts';
import { Projects } from './projects.ts';
import type { SessionStore } from './store.ts';
import { isMissing } from '../bytes/paths.ts';
import { matchingPaths, type Search, type UnreadablePath } from './walk.ts';

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
	const unreadable: UnreadablePath[] = [];
	const search: Search = { signal, onUnreadable: (one) => unreadable.push(one) };
	const { project } = store;
	const projects = project === undefined ? undefined : new Projects(project);
	const found = new Map<string, FoundSession>();
	for (const place of store.places(environment)) {
		const paths = await matchingPaths(place, search);
		await inParallel(paths, signal, async (path) => {
			const file = await fileAt(path, search);
			if (file !== undefined) {
				const where = await projects?.of(path);
				found.set(path, where === undefined ? file : { ...file, project: where });
			}
		});
	}
	return { sessions: newestFirst([...found.values()]), unreadable };
}

/** Undefined: it is no file, or not any more. */
export async function fileAt(path: string, search: Search): Promise<FoundSession | undefined> {
	try {
		const stats = await stat(path);
		const isSession = stats.isFile() && stats.size > 0;
		return isSession ? { path, size: stats.size, modified: stats.mtimeMs } : undefined;
	} catch (error) {
		if (!isMissing(error)) {
			search.onUnreadable({ path, reason: messageOf(error) });
		}
		return undefined;
	}
}

/** Sessions in the order in which people look for them. */
export function newestFirst<Session extends FoundSession>(
	sessions: readonly Session[],
): readonly Session[] {
	return sessions.toSorted((one, other) => other.modified - one.modified);
}
