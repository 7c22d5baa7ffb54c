import type { Method } from './channel.ts';
import type { CompactedContext } from './contextTokens.ts';

/** Types of the session editor: the rows of a conversation, and the map of its tokens. */

/** Which messages: the original `conversation`, or the `context`, which is what the model sees now. */
export type SessionSide = 'conversation' | 'context';

/**
 * A message's relation to the active compaction. `conversation`: there is no compaction. `summary`: it is the summary
 * itself.
 */
export const places = ['conversation', 'head', 'summarised', 'summary', 'tail'] as const;
/** One of {@link places}. */
export type ContextPart = (typeof places)[number];

/** The author of a row. `client`: text that an assistant's program wrote in the user's name. */
export const rowKinds = ['person', 'client', 'assistant', 'tool', 'system', 'summary'] as const;
/** One of {@link rowKinds}. */
export type RowKind = (typeof rowKinds)[number];

/**
 * All rows in columns: a conversation may have a million of them. A row is a message; the results of an assistant's
 * calls belong to the row of the calls.
 */
export interface SessionOutline {
	/** Position of the first entry of each row, from 0; its last entry precedes the next row's first. */
	readonly starts: Uint32Array;
	/** Number of the message of each row, from 1; 0: not in the conversation. */
	readonly numbers: Uint32Array;
	/** Tokens of each row. */
	readonly tokens: Uint32Array;
	/** Indices of {@link rowKinds}. */
	readonly kinds: Uint8Array;
	/** Indices of {@link places}. */
	readonly places: Uint8Array;
	/** Expected lines of text in each row, to estimate its height before it is drawn. */
	readonly lines: Uint16Array;
	readonly calls: Uint16Array;
	readonly entries: number;
	/** The context that the model sees now; absent: the original conversation. */
	readonly context?: CompactedContext;
}

/** Text, or the beginning of it. */
export interface SessionText {
	readonly text: string;
	/** Number of characters that were cut off at the end; absent: none. */
	readonly left?: number;
}

/** A part of a message. */
export type SessionPart =
	/** Markdown of the row's author. */
	| ({ readonly kind: 'prose' } & SessionText)
	/** What the client added to the user's words. */
	| ({ readonly kind: 'added' } & SessionText)
	| { readonly kind: 'image'; readonly mediaType: string };

/** The input or the result of a call. */
export interface SessionCode extends SessionText {
	readonly isDiff?: true;
}

/** A tool call, with its result. */
export interface SessionCall {
	readonly name: string;
	/** A command, a path, a pattern: on one line. */
	readonly target: string;
	readonly family: string;
	/** The input in readable form. */
	readonly input: SessionCode;
	/** Absent: the call has no result in the conversation. */
	readonly outcome?: SessionOutcome;
}

/** The result of a call. */
export interface SessionOutcome extends SessionCode {
	/** Of the message that contains it, from 1; absent: it is not in the conversation. */
	readonly number?: number;
	readonly status: 'ok' | 'failed' | 'unknown';
	readonly exitCode?: number;
	readonly failedTests?: number;
	readonly passedTests?: number;
	readonly lines: number;
	/** The model sees one line in its place. */
	readonly isDigested?: true;
}

/** What a row shows. */
export interface SessionRow {
	/** As `2031-03-04T02:13:07.114Z`. */
	readonly time?: string;
	readonly parts: readonly SessionPart[];
	readonly calls: readonly SessionCall[];
	/** Results that are not preceded by a call. */
	readonly outcomes: readonly SessionOutcome[];
}

/** Maximum length of a search text, characters. */
export const longestSearch = 1_000;

interface SessionSource {
	/** Of the conversation. */
	readonly id: string;
	readonly side: SessionSide;
}

/** Requests of the session editor to the worker. */
export interface SessionRequests {
	/** All rows, without their texts. */
	readonly sessionOutline: Method<SessionSource, SessionOutline>;
	/**
	 * Rows to draw. @param start Position of their first entry. @param end Position after their last one.
	 * @param whole With texts of any length.
	 */
	readonly sessionRows: Method<
		SessionSource & {
			readonly start: number;
			readonly end: number;
			readonly whole: boolean;
		},
		readonly SessionRow[]
	>;
	/** Positions of the entries that contain a text, ascending. */
	readonly sessionSearch: Method<SessionSource & { readonly text: string }, Uint32Array>;
}
