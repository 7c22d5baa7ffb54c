import type { StoreEnvironment } from '../transcripts/discovery/environment.ts';
import type { FoundSessions, RecognisedSession } from '../transcripts/discovery/findSessions.ts';
import type { Method } from './channel.ts';

/** Requests about sessions that other assistants keep on this machine; nothing is read unasked. */
export interface SessionSearches {
	/** Those of one assistant, without their titles. @param store Its id. */
	readonly findSessions: Method<
		{ readonly store: string; readonly environment: StoreEnvironment },
		FoundSessions
	>;
	readonly findSessionsBelow: Method<
		{ readonly folder: string; readonly home: string },
		FoundSessions<RecognisedSession>
	>;
	/** What sessions are called, in their order, read off their beginnings; empty where nothing tells. */
	readonly titles: Method<
		{ readonly sessions: readonly { readonly path: string; readonly store: string }[] },
		readonly string[]
	>;
}
