import type { Method } from './channel.ts';

/** What the session editor shows: the rows of a conversation, and the map of its tokens. */

/**
 * Which messages: the `conversation` as it was said, or the `context`, which is what the model sees now.
 */
export type SessionSide = 'conversation' | 'context';

/**
 * Where a message stands for the active compaction. `conversation`: there is none. `summary`: it is the
 * summary itself. `digested`: it stays, with one line in place of its content.
 */
export const places = [
	'conversation',
	'head',
	'summarised',
	'summary',
	'digested',
	'tail',
] as const;
/** One of {@link places}. */
export type ContextPart = (typeof places)[number];

/** Who speaks in a row. `client`: what an assistant's program wrote in the name of the person. */
export const rowKinds = ['person', 'client', 'assistant', 'tool', 'system', 'summary'] as const;
/** One of {@link rowKinds}. */
export type RowKind = (typeof rowKinds)[number];

/**
 * All rows in columns: a conversation may have a million of them. A row is a message; the outcomes of an
 * assistant's calls belong to the row of the calls.
 */
export interface SessionOutline {
	/** Position of the first entry of each row, from 0; its last one lies in front of the next row's. */
	readonly starts: Uint32Array;
	/** Number of the message of each row, from 1; 0: it is none of the conversation's. */
	readonly numbers: Uint32Array;
	/** Tokens of each row. */
	readonly tokens: Uint32Array;
	/** Indices of {@link rowKinds}. */
	readonly kinds: Uint8Array;
	/** Indices of {@link places}. */
	readonly places: Uint8Array;
	/** Lines of text to expect in each row, for its height before it is drawn. */
	readonly lines: Uint16Array;
	readonly calls: Uint16Array;
	readonly entries: number;
	/** The active compaction; absent: the model sees the conversation as it is. */
	readonly compaction?: SessionCompaction;
}

/** What a compaction made of the conversation. */
export interface SessionCompaction {
	/** Numbers of the first and the last message that the summary stands for. */
	readonly range: readonly [first: number, last: number];
	/** Tokens of the messages that were summarised, and of the summary. */
	readonly summarised: number;
	readonly summary: number;
	/** Tokens of the messages that were digested, as they were said and as they are now. */
	readonly digested: number;
	readonly digests: number;
}

/** Text, or the beginning of it. */
export interface SessionText {
	readonly text: string;
	/** Characters behind it that were left out; absent: none. */
	readonly left?: number;
}

/** A part of a message. */
export type SessionPart =
	/** Markdown of whoever speaks in the row. */
	| ({ readonly kind: 'prose' } & SessionText)
	/** What the client added to the words of the person. */
	| ({ readonly kind: 'added' } & SessionText)
	| { readonly kind: 'image'; readonly mediaType: string };

/** A call of a tool, with what came of it. */
export interface SessionCall {
	readonly name: string;
	/** A command, a path, a pattern: on one line. */
	readonly target: string;
	readonly family: string;
	/** What was asked, as text that a person can read, and the language it is written in. */
	readonly input: SessionText & { readonly language: string };
	/** Absent: the call has no outcome in the conversation. */
	readonly outcome?: SessionOutcome;
}

/** What came of a call. */
export interface SessionOutcome extends SessionText {
	/** Of the message that holds it, from 1; absent: it is none of the conversation's. */
	readonly number?: number;
	readonly status: 'ok' | 'failed' | 'unknown';
	readonly exitCode?: number;
	readonly failedTests?: number;
	readonly passedTests?: number;
	readonly lines: number;
	readonly tokens: number;
	readonly place: ContextPart;
	readonly language: string;
}

/** One row, with what is needed to draw it. */
export interface SessionRow {
	readonly kind: RowKind;
	readonly place: ContextPart;
	/** Numbers of its first and its last message, from 1; absent: they are none of the conversation's. */
	readonly first?: number;
	readonly last?: number;
	readonly tokens: number;
	/** As `2031-03-04T02:13:07.114Z`. */
	readonly time?: string;
	readonly parts: readonly SessionPart[];
	readonly calls: readonly SessionCall[];
	/** Outcomes without a call in front of them. */
	readonly outcomes: readonly SessionOutcome[];
}

/** Longest text that can be searched for, characters. */
export const longestSearch = 1_000;

interface SessionWish {
	/** Of the conversation. */
	readonly id: string;
	readonly side: SessionSide;
}

/** What the session editor asks of the worker. */
export interface SessionRequests {
	/** All rows, without their texts. */
	readonly sessionOutline: Method<SessionWish, SessionOutline>;
	/**
	 * Rows to draw. @param start Position of their first entry. @param end Behind their last one.
	 * @param whole With texts of any length.
	 */
	readonly sessionRows: Method<
		SessionWish & {
			readonly start: number;
			readonly end: number;
			readonly whole: boolean;
		},
		readonly SessionRow[]
	>;
	/** Positions of the entries that hold a text, ascending. */
	readonly sessionSearch: Method<SessionWish & { readonly text: string }, Uint32Array>;
}
