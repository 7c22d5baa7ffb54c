import type { PageLanguage } from './pageLanguage.ts';
import type { SessionOutline, SessionRow, SessionSide } from './session.ts';

/** Messages of the host to the page of a session editor. */
export type ToSession =
	/** Sent once, before anything else. */
	| { readonly type: 'language'; readonly language: PageLanguage }
	/** The conversation has changed: what was sent under an earlier revision is out of date. */
	| {
			readonly type: 'outline';
			readonly revision: number;
			readonly side: SessionSide;
			readonly about: SessionAbout;
			readonly outline: SessionOutline;
	  }
	| {
			readonly type: 'rows';
			readonly revision: number;
			/** Position of the first entry of the first row. */
			readonly start: number;
			readonly rows: readonly SessionRow[];
	  }
	/** Positions of the entries that hold the text, ascending. */
	| {
			readonly type: 'found';
			readonly revision: number;
			readonly text: string;
			readonly entries: Uint32Array;
	  }
	/** Scrolls to a message; switches to the conversation first if the message is not shown. */
	| { readonly type: 'reveal'; readonly number: number }
	| { readonly type: 'failed'; readonly reason: string };

/** What is shown, besides the rows. */
interface SessionAbout {
	readonly title: string;
	/** The assistant or format, for display. */
	readonly source: string;
	/** Messages of the conversation. */
	readonly messages: number;
	/** Folders of the session and the workspace: paths in them are shown relative to them. */
	readonly folders: readonly string[];
}
