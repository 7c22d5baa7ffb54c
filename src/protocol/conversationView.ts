import type { CompactionCost, SavedSince } from '../compaction/cost/compactionCost.ts';
import type { CompactionRecord, RecordChange } from '../compaction/record.ts';
import type { SectionTitle, SummaryItem } from '../summary/sections.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';

/** What the panel knows of a summary. */
export type { SavedSince } from '../compaction/cost/compactionCost.ts';
export type { AuditCounts } from '../summary/summariser.ts';
export type { SummaryItem } from '../summary/sections.ts';

/** Tokens of the context by where they stand. */
export interface MeterView {
	/** The model's window, tokens; absent: all that is known is that it is larger than the one assumed. */
	readonly window?: number;
	/** The window was chosen when the file was opened, as it is for the sample. */
	readonly isChosen?: true;
	/** The provider has counted all of the context; absent: some or all of it is our own count. */
	readonly isReported?: true;
	/** Where a background compaction starts and where one is forced, tokens. */
	readonly softThreshold: number;
	readonly hardThreshold: number;
	/** Tools and instructions, which every request carries, tokens; absent: nothing is known of any. */
	readonly overhead?: number;
	/** What was reported beyond our own counts of the rest, tokens; absent: nothing. */
	readonly other?: number;
	/** System prompt and protected start, tokens. */
	readonly head: number;
	/** The handoff, tokens; 0 before the first compaction. */
	readonly summary: number;
	/** Everything behind the summary (before the first compaction: behind the head), tokens. */
	readonly tail: number;
	/** The context has changed, and no provider has counted it since: the sizes are our own counts. */
	readonly pending: boolean;
	/** Size of the context before the newest compaction, tokens. */
	readonly before?: number;
	/** What that compaction saved, tokens. */
	readonly saved?: number;
	/** What it has saved so far, estimated; absent: no request was made since. */
	readonly savedSince?: SavedSince;
	/** What one now would cost and save; absent: nothing is asked of a model, or nothing would be dropped. */
	readonly next?: NextCompaction;
}

/** What a compaction now would cost and save, estimated. Tokens. */
export interface NextCompaction extends CompactionCost {
	/** US dollars for a million fresh input tokens; absent: they are not known. */
	readonly perMillion?: number;
}

/** The one-line account of a compaction, and what it opens into. */
export interface ReceiptView
	extends Pick<
			CompactionRecord,
			'trigger' | 'focus' | 'summariser' | 'attempts' | 'usage' | 'audit' | 'durationMs'
		>,
		Readonly<CompactionRecord['counts']> {
	/** The focus changed nothing: there was room for everything without it. */
	readonly focusIsIdle?: true;
	/** What a request carried before and carries after, with tools and instructions as far as they are known. */
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	/** A provider or a session has counted all of the size before; absent: some or all of it is our own count. */
	readonly isReported?: true;
	readonly messagesBefore: number;
	readonly messagesAfter: number;
	/** Tokens of the context before, as another assistant counted them. */
	readonly reportedTokens?: number;
	/** Entries and messages that the summary had no room for; absent: none. */
	readonly leftOut?: number;
	/** Numbers of the first and the last message the summary stands for. */
	readonly range: readonly [first: number, last: number];
}

/** A section of the summary as the panel shows it, with its size in tokens. */
export interface SectionView {
	readonly title: SectionTitle;
	readonly items: readonly SummaryItem[];
	readonly tokens: number;
	/** The person's request that an item only points to, because it stays word for word; on one line, shortened. */
	readonly pointsTo?: string;
}

/** What a handoff has beside its sections; absent where it has none of it. */
export interface AppendixView {
	/** What Precis put beside a model's summary. */
	readonly added?: readonly SummaryItem[];
	/** Messages of the person, newest first. */
	readonly quotes?: readonly SummaryItem[];
	/** What the last todo list leaves open, where it is in the recent messages. */
	readonly open?: readonly SummaryItem[];
}

/** A record of the history. */
export interface HistoryEntry {
	readonly id: number;
	/** What it was made from; absent: the log. */
	readonly parent?: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	/** Of its version: compactions and prunings count up from 1, and what is changed in one has its number. */
	readonly number: number;
	readonly kind: CompactionRecord['kind'];
	/** Of a pruning: tool results that it made digests of. */
	readonly pruned?: number;
	/**
	 * Texts on one line, shortened. Absent of a compaction and a pruning, and where an undo carried a
	 * person's changes to an earlier record.
	 */
	readonly change?: RecordChange;
	readonly trigger: ReceiptView['trigger'];
	/** Name of the assistant that made it, before its saved session was opened; absent: Precis did. */
	readonly assistant?: string;
	readonly focus?: string;
	readonly tokensBefore: number;
	readonly tokensAfter: number;
}

/** A record of the history as a person looks at it. */
export interface RecordView {
	readonly entry: HistoryEntry;
	/** Absent of a pruning. */
	readonly receipt?: ReceiptView;
	/** Its handoff, tokens. */
	readonly handoffTokens: number;
	/** All thirteen; none in a pruning before the first compaction. */
	readonly sections: readonly SectionView[];
	readonly beside: AppendixView;
}

/** The records of a conversation. */
export interface HistoryView {
	/** Oldest first. */
	readonly entries: readonly HistoryEntry[];
	/** Id of the active record; absent: the log as it is. */
	readonly active?: number;
}

/** How a conversation stands beside its messages and its summary. */
export interface StatusView {
	/** Whether it survives the window. */
	readonly kept: boolean;
	/** Nothing was done with it but to look: the file it was read from has all there is of it. */
	readonly viewed: boolean;
	/** A compaction that a person asked for and a crash or a shutdown interrupted. */
	readonly interrupted: boolean;
	/** The message that is answered when the compaction that runs has ended, shortened; absent: none waits. */
	readonly queued?: string;
	readonly answering: boolean;
	/** Whether conversations are compacted by themselves, by the settings. */
	readonly automatic: boolean;
	readonly paused: boolean;
	/** Automatic compaction of it rests until it has grown: the last ones saved too little. */
	readonly stopped: boolean;
	/** After an undo: automatic compaction rests until the context has this many tokens. */
	readonly restsUntil?: number;
	readonly tooShort?: true;
	readonly canUndo: boolean;
	readonly canRedo: boolean;
	/** A summary that was finished too late; it can be applied. */
	readonly proposal?: 'not-needed' | 'changed';
	/** Oldest first. */
	readonly history: readonly HistoryEntry[];
	/** Id of the active record; absent: the log as it is. */
	readonly active?: number;
}

/** A conversation in a list. */
export interface ConversationRow {
	readonly id: string;
	readonly title: string;
	/** The assistant or format it came from, for people. */
	readonly source: string;
	readonly file?: string;
	readonly workspace?: string;
	/** Milliseconds since the epoch. */
	readonly updatedAt: number;
	readonly messages: number;
	/** Tokens of the log. */
	readonly tokens: number;
	/** How large its context is, tokens; absent where that cannot be told without reading all of it. */
	readonly context?: Pick<MeterView, 'window' | 'isReported'> & { readonly used: number };
	readonly records: number;
	/** One of them is active. */
	readonly hasHandoff: boolean;
	readonly kept: boolean;
	/** Nothing was done with it but to look. */
	readonly viewed: boolean;
}

/** A look-up that a model made within a reply. Texts on one line, without secrets, shortened. */
export interface LookUpView {
	readonly wanted:
		| { readonly kind: 'search'; readonly words: string }
		/** Numbers of the first and the last message; the words are those to find in them. */
		| {
				readonly kind: 'messages';
				readonly first: number;
				readonly last: number;
				readonly words?: string;
		  }
		| { readonly kind: 'outline' }
		/** The model's call was not understood. */
		| { readonly kind: 'unclear' };
	/** How much the model was given. */
	readonly characters: number;
	/** It was told why it got nothing. */
	readonly failed?: true;
}

/** Everything a person is shown of one conversation. A complete snapshot, never a delta. */
export interface ConversationView
	extends Pick<ConversationRow, 'id' | 'title' | 'source' | 'file' | 'messages'> {
	/** Tokens of the log. */
	readonly logTokens: number;
	/** Compactions so far. */
	readonly compactions: number;
	/** Look-ups within replies so far, each another request of its model; absent: none. */
	readonly lookUps?: number;
	/** Those that no summary stands for yet, the latest first, some dozens at most; absent: none. */
	readonly lookedUp?: readonly LookUpView[];
	readonly meter: MeterView;
	readonly standing: StatusView;
	readonly problems: readonly TranscriptProblem[];
	/** Whether what is appended to its file is read as it comes; absent where that cannot be. */
	readonly following?: boolean;
	/** Absent until the first compaction. */
	readonly receipt?: ReceiptView;
	/** All thirteen; absent until the first compaction. */
	readonly sections?: readonly SectionView[];
	readonly beside?: AppendixView;
}
