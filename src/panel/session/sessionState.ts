import type { SessionOutline, SessionSide } from '../../protocol/session.ts';
import type { SessionAbout } from '../../protocol/toSession.ts';
import type { RowCache } from './rowCache.ts';
import type { RowHeights } from './rowHeights.ts';

/** What the session editor shows now. */
export interface SessionState {
	/** What was sent under another one is out of date. */
	readonly revision: number;
	readonly side: SessionSide;
	readonly about: SessionAbout;
	readonly outline: SessionOutline;
	readonly heights: RowHeights;
	readonly cache: RowCache;
	/** What was found last. */
	readonly found?: { readonly text: string; readonly entries: Uint32Array };
	/** A message to bring to the screen. */
	readonly reveal?: { readonly number: number };
	/** What was on the screen before: the number of a message, and the pixels of it above the edge. */
	readonly place?: SessionPlace;
}

/** What is on the screen. */
export interface SessionPlace {
	readonly number: number;
	readonly offset: number;
}
