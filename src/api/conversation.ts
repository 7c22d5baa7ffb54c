import type { CompactionEnd, CompactionStart, CompactResult, PreviewResult } from './compaction.ts';
import type { PrecisEvent } from './events.ts';
import type { Message } from './messages.ts';
import type { FocusOptions, SignalOptions } from './options.ts';
import type { RecalledTurn, RecallHits, RecallMessage, RecallQuery } from './recall.ts';
import type { SectionsResult } from './summary.ts';

/**
 * A conversation of yours: what was said, and what your model is sent. Methods reject with
 * `unknown-conversation` when a person has deleted it, and with `disposed` when Precis has ended.
 */
export interface PrecisConversation {
	/** Unique, the same for the same key; also the handle of the tool `precis_recall_messages`. */
	readonly id: string;
	/**
	 * Appends messages to the log, all or none. They are durable when it resolves, where the person has
	 * conversations stored. Appends are done in the order of the calls.
	 * @throws {PrecisError} `invalid-input`, `too-large`, `not-stored`
	 */
	append(messages: readonly Message[]): Promise<AppendResult>;
	/**
	 * What to send to the model now. Above the soft threshold a compaction starts in the background;
	 * above the hard one it is waited for.
	 * @throws {PrecisError} `cancelled` as soon as the signal is aborted; a compaction goes on.
	 */
	context(options?: SignalOptions): Promise<Context>;
	/**
	 * Tells what the provider counted for the prompt of the latest {@link context}, tokens: thresholds
	 * are then compared with that instead of our own count.
	 */
	reportUsage(promptTokens: number): Promise<void>;
	/** What a compaction would do now. No model is asked, nothing changes. */
	preview(options?: FocusOptions): Promise<PreviewResult>;
	/**
	 * Compacts, or joins the compaction that runs. Aborting the signal ends the waiting with `detached`;
	 * the compaction goes on, see {@link onDidFinishCompaction}.
	 */
	compact(options?: FocusOptions & SignalOptions): Promise<CompactResult>;
	/** Ends the compaction that runs, whoever asked for it; the context stays as it was. */
	cancel(): Promise<void>;
	/** Takes the latest compaction back. @returns Whether there was one. */
	undo(): Promise<boolean>;
	/** Makes the compaction that was undone the active one again. @returns Whether there was one. */
	redo(): Promise<boolean>;
	/**
	 * Derives the context from this record.
	 * @param record Its id, see {@link sections}; undefined: the log as it is.
	 * @throws {PrecisError} `unknown-record`
	 */
	restore(record: number | undefined): Promise<void>;
	/** The summary the context is derived from, and every compaction there was. */
	sections(): Promise<SectionsResult>;
	/** The summary as the model reads it; undefined before the first compaction. */
	handoff(): Promise<string | undefined>;
	/** Searches the originals. Without secrets, a page below 8 KiB. */
	recall(query: RecallQuery): Promise<RecallHits>;
	/** Fetches a message and what follows in its turn. Without secrets, a page below 8 KiB; undefined: not there. */
	recall(message: RecallMessage): Promise<RecalledTurn | undefined>;
	/** Something about it is another: messages, context, summary; or it was deleted. */
	readonly onDidChange: PrecisEvent<void>;
	/** A compaction has begun, whoever asked for it. */
	readonly onDidStartCompaction: PrecisEvent<CompactionStart>;
	/** A compaction has ended, however it ended. */
	readonly onDidFinishCompaction: PrecisEvent<CompactionEnd>;
}

/** What the log is after an append. */
export interface AppendResult {
	/** Messages of the log now; the number of the last one. */
	readonly messages: number;
}

/** What to send to a model. */
export interface Context {
	/** Valid for every provider, as long as the log is. */
	readonly messages: readonly Message[];
	/** Our own count of them. */
	readonly tokens: number;
}
