import type { SessionSearches } from '../protocol/workerRequests.ts';
import { findSessions, findSessionsBelow } from '../transcripts/discovery/findSessions.ts';
import { previewSession } from '../transcripts/discovery/glance.ts';
import { storeOf } from '../transcripts/discovery/stores.ts';
import type { WorkerMethods } from './serve.ts';

/** Looks for sessions of other assistants; needs no conversation of ours. */
export const sessionSearches: Pick<WorkerMethods, keyof SessionSearches> = {
	findSessions: ({ store, environment }, { signal }) =>
		findSessions(storeOf(store), environment, signal),
	findSessionsBelow: ({ folder, home }, { signal }) => findSessionsBelow(folder, home, signal),
	async titles({ sessions }, { signal }) {
		const found: string[] = [];
		for (const { path, store } of sessions) {
			const seen = await previewSession(path, signal, storeOf(store).title);
			found.push(seen.kind === 'session' ? seen.title : '');
		}
		return found;
	},
};
