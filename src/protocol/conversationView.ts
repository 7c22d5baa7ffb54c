import type { CompactionCost, SavedSince } from '../compaction/cost/compactionCost.ts';
import type { CompactionRecord, RecordChange } from '../compaction/record.ts';
import type { Thresholds } from '../compaction/thresholds.ts';
import type { SectionTitle, SummaryItem } from '../summary/sections.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';
import type { ContextTokens } from './contextTokens.ts';

/** Types of a summary for the panel. */
export type { SavedSince } from '../compaction/cost/compactionCost.ts';
export type { AuditCounts } from '../summary/summariser.ts';
export { leads, pointers, coveredByQuotes, type SummaryItem } from '../summary/sections.ts';

/** Tokens of the context by part. */
export interface MeterView extends ContextTokens {
	/** The model's window, tokens; absent: unknown, but larger than the assumed one. */
	readonly window?: number;
	/** A client or a session has reported the window, or it was chosen; absent: it is that of the settings. */
	readonly isWindowReported?: true;
	/** The window was chosen when the file was opened, like that of the sample. */
	readonly isChosen?: true;
	/** The provider has counted the whole context; absent: at least part of it is our own count. */
	readonly isReported?: true;
	/**
	 * Where a background compaction starts and where one is forced, tokens; absent: the conversation of a file, which is
	 * never compacted automatically.
	 */
	readonly thresholds?: Thresholds;
	/** The context has changed, and no provider has counted it since: the sizes are our own counts. */
	readonly pending: boolean;
	/** Size of the context before the newest compaction, tokens. */
	readonly before?: number;
	/** What that compaction saved, tokens. */
	readonly saved?: number;
	/** Nothing is saved yet: the file's session has its size until the user continues from here. */
	readonly isUntilContinued?: true;
	/** Its estimated savings so far; absent: no request was sent since. */
	readonly savedSince?: SavedSince;
	/** Cost and savings of a compaction now; absent: no model is called, or it is sure to save only little. */
	readonly next?: NextCompaction;
}

/** Estimated cost and savings of a compaction now. Tokens. */
export interface NextCompaction extends CompactionCost {
	/** US dollars for a million fresh input tokens; absent: unknown. */
	readonly perMillion?: number;
}

/** Size of a request before and after a compaction, including tools and instructions if known. Tokens. */
export interface CompactedSizes {
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	/** A provider or a session has counted the whole size before; absent: at least part of it is our own count. */
	readonly isReported?: true;
	/** The same for the size after. */
	readonly isAfterReported?: true;
}

/** The one-line receipt of a compaction, and its details. */
export interface ReceiptView
	extends Pick<
			CompactionRecord,
			'trigger' | 'focus' | 'summariser' | 'attempts' | 'usage' | 'audit' | 'durationMs'
		>,
		CompactedSizes,
		Readonly<CompactionRecord['counts']> {
	readonly messagesBefore: number;
	readonly messagesAfter: number;
	/** Entries and messages that did not fit the summary; absent: none. */
	readonly leftOut?: number;
	/** Numbers of the first and the last message that the summary covers. */
	readonly range: readonly [first: number, last: number];
}

/** An item of the summary for display. */
export interface ItemView extends SummaryItem {
	/**
	 * The user's request that the item only refers to, because the request comes before or after the summary in a context; on
	 * one line, shortened.
	 */
	readonly request?: string;
}

/** A section of the summary as the panel shows it, with the size of what it shows in tokens. */
export interface SectionView {
	readonly title: SectionTitle;
	readonly items: readonly ItemView[];
	readonly tokens: number;
}

/** Parts of a handoff besides its sections; absent if it has none of them. */
export interface AppendixView {
	/** What Precis added to a model's summary. */
	readonly added?: readonly SummaryItem[];
	/** The user's messages, newest first. */
	readonly quotes?: readonly SummaryItem[];
	/** Open items of the last todo list, if it is among the recent messages. */
	readonly open?: readonly SummaryItem[];
}

/** A record of the history. */
export interface HistoryEntry extends CompactedSizes {
	readonly id: number;
	/** The record it was made from; absent: the log. */
	readonly parent?: number;
	/** The record in whose place it was written; absent: none. */
	readonly replaced?: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	/** Of its version: compactions and prunings are numbered from 1; changes within a version have its number. */
	readonly number: number;
	readonly kind: CompactionRecord['kind'];
	/** Of a pruning: number of tool results that it replaced by digests. */
	readonly pruned?: number;
	/**
	 * Texts on one line, shortened. Absent for a compaction and a pruning, and if an undo carried the user's changes to an
	 * earlier record.
	 */
	readonly change?: RecordChange;
	/** Name of the assistant that made it before its saved session was opened; absent: Precis. */
	readonly assistant?: string;
	readonly focus?: string;
}

/** A record of the history for display. */
export interface RecordView {
	readonly entry: HistoryEntry;
	/** Absent for a pruning. */
	readonly receipt?: ReceiptView;
	/** Its handoff, tokens. */
	readonly handoffTokens: number;
	/** All thirteen; none in a pruning before the first compaction. */
	readonly sections: readonly SectionView[];
	readonly appendix: AppendixView;
}

/** Status of a conversation, besides its messages and its summary. */
export interface StatusView {
	/** Whether it is stored on disk. */
	readonly kept: boolean;
	/** It was only viewed: its file has all of its content. */
	readonly viewed: boolean;
	/** The message that is answered when the running compaction has ended, shortened; absent: none is queued. */
	readonly queued?: string;
	readonly answering: boolean;
	/** Whether the settings allow automatic compaction. */
	readonly automatic: boolean;
	readonly paused: boolean;
	/** Its automatic compaction rests until it has grown: the last ones saved too little. */
	readonly stopped: boolean;
	/** After an undo: automatic compaction rests until the context has this many tokens. */
	readonly restsUntil?: number;
	readonly tooShort?: true;
	/** Only a compaction with a new focus would change the active summary. */
	readonly nothingNew?: true;
	readonly canUndo: boolean;
	readonly canRedo: boolean;
	/** A summary that was finished too late; it can be applied. */
	readonly proposal?: 'not-needed' | 'changed';
	/** Oldest first. */
	readonly history: readonly HistoryEntry[];
	/** Id of the active record; absent: the uncompacted log. */
	readonly active?: number;
}

/** A conversation in a list. */
export interface ConversationRow {
	readonly id: string;
	readonly title: string;
	/** The assistant or format, for display. */
	readonly source: string;
	readonly file?: string;
	readonly workspace?: string;
	/** Milliseconds since the epoch. */
	readonly updatedAt: number;
	readonly messages: number;
	/** Tokens of the log. */
	readonly tokens: number;
	/** Size of its context, tokens; absent if that requires reading all of it. */
	readonly context?: Pick<
		MeterView,
		'window' | 'isWindowReported' | 'isReported' | 'isUntilContinued'
	> & {
		readonly used: number;
	};
	readonly records: number;
	/** One of its records is active. */
	readonly hasHandoff: boolean;
	readonly kept: boolean;
	/** It was only viewed. */
	readonly viewed: boolean;
}

/** All displayed data of one conversation. A complete snapshot, never a delta. */
export interface ConversationView
	extends Pick<ConversationRow, 'id' | 'title' | 'source' | 'file' | 'messages'> {
	/** Tokens of the log. */
	readonly logTokens: number;
	/** Compactions so far. */
	readonly compactions: number;
	/** Look-ups within replies so far, each of which cost another request; absent: none. */
	readonly lookUps?: number;
	readonly meter: MeterView;
	readonly status: StatusView;
	readonly problems: readonly TranscriptProblem[];
	/** Whether additions to its file are read as they appear; absent if that is impossible. */
	readonly following?: boolean;
	/** Absent until the first compaction. */
	readonly receipt?: ReceiptView;
	/** All thirteen; absent until the first compaction. */
	readonly sections?: readonly SectionView[];
	readonly appendix?: AppendixView;
}
