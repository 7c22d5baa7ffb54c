import type { StoreEnvironment } from '../transcripts/discovery/environment.ts';
import type { RecognisedSession } from '../transcripts/discovery/extraFolders.ts';
import type { FoundSessions } from '../transcripts/discovery/findSessions.ts';

/** Requests about sessions that other assistants keep on this machine; nothing is read unasked. */
export interface SessionSearches {
	/** Those of one assistant, without their titles. @param store Its id. */
	readonly findSessions: {
		readonly parameters: { readonly store: string; readonly environment: StoreEnvironment };
		readonly result: FoundSessions;
	};
	/** Everything below a folder that can be opened. */
	readonly findSessionsBelow: {
		readonly parameters: { readonly folder: string; readonly home: string };
		readonly result: FoundSessions<RecognisedSession>;
	};
	/** What sessions are called, read off their beginnings; empty where nothing tells. */
	readonly titles: {
		readonly parameters: {
			readonly sessions: readonly { readonly path: string; readonly store: string }[];
		};
		/** In the order of the sessions. */
		readonly result: readonly string[];
	};
}
