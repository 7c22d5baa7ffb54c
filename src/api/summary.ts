import type { TokensBeforeAndAfter, Trigger } from './compaction.ts';

/** The sections of every summary, in their order. */
export type SectionTitle =
	| 'Active Task'
	| 'Goal'
	| 'Constraints & Preferences'
	| 'Completed Actions'
	| 'Active State'
	| 'In Progress'
	| 'Blocked'
	| 'Key Decisions'
	| 'Resolved Questions'
	| 'Pending User Asks'
	| 'Relevant Files'
	| 'Remaining Work'
	| 'Critical Context';

/** A section of a summary; it may be empty. */
export interface Section {
	readonly title: SectionTitle;
	readonly items: readonly SectionItem[];
}

/** One statement of a summary. */
export interface SectionItem {
	/** Markdown of one item, without list marker; may span lines. */
	readonly text: string;
	/** Numbers of the messages it was taken from, ascending; empty when unknown. */
	readonly sources: readonly number[];
}

/** A summary, and the compactions that there were. */
export interface SectionsResult {
	/** All thirteen, in order; empty where the context is the log as it is. */
	readonly sections: readonly Section[];
	/** Every compaction there was, oldest first. */
	readonly records: readonly CompactionRecord[];
	/** Id of the record the context is derived from; absent: the log as it is. */
	readonly active?: number;
}

/** A compaction that was made. */
export interface CompactionRecord {
	readonly id: number;
	/** Id of the one it was made from; absent: the log. */
	readonly parent?: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly trigger: Trigger;
	/** Name of the assistant that made it itself, before its saved session was opened. */
	readonly assistant?: string;
	readonly focus?: string;
	readonly tokens: TokensBeforeAndAfter;
}
