/**
 * What other extensions get from Precis, version 1. This file imports nothing: copy it into your
 * extension. `docs/api.md` has examples.
 *
 * ```ts
 * const precis = vscode.extensions.getExtension<PrecisExports>('precis.precis');
 * const api = (await precis?.activate())?.getApi(1);
 * ```
 *
 * All results are plain data: changing them changes nothing. Whatever goes wrong is a
 * {@link PrecisError}; promises reject with nothing else. Message numbers count from 1.
 */

/** What `activate()` of Precis gives. */
export interface PrecisExports {
	/** @throws {PrecisError} `unknown-version` */
	getApi(version: 1): PrecisApi;
}

/** Version 1 of what Precis can do for another extension. */
export interface PrecisApi {
	readonly version: 1;
	/**
	 * Opens a conversation of yours, or begins it. The same key is the same conversation, in every
	 * window and after every reload.
	 * @throws {PrecisError} `invalid-input`, `not-stored`
	 */
	openConversation(options: OpenOptions): Promise<PrecisConversation>;
	/**
	 * Compacts a list of messages that belongs to no conversation: nothing is stored, no model is asked.
	 * The same input gives the same result, byte by byte.
	 * @throws {PrecisError} `invalid-input`, `too-large`, `cancelled`
	 */
	compactMessages(
		messages: readonly Message[],
		options?: CompactMessagesOptions,
	): Promise<CompactedMessages>;
}

/** Sizes are tokens. Whatever is absent is as the person has set it. */
export interface OpenOptions {
	/** Your own stable name for it, 1 to 200 characters; begin it with your extension's id. */
	readonly key: string;
	/** What people see it under, 1 to 200 characters; absent: the key. Counts when it begins. */
	readonly title?: string;
	/** The window of the model you send the context to, from 4,000. */
	readonly window?: number;
	/** What you keep free for the reply, less than half the window. */
	readonly reservedReply?: number;
	/** What the descriptions of your tools take of each request, less than half the window. */
	readonly toolTokens?: number;
	/** Your model can call {@link PrecisConversation.recall}: handoffs tell it so. */
	readonly offersRecall?: boolean;
}

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

/** An event as VS Code has them. What a listener throws is logged and disturbs nobody. */
export type PrecisEvent<Data> = (
	listener: (data: Data) => unknown,
	thisArgument?: unknown,
	disposables?: PrecisDisposable[],
) => PrecisDisposable;

/** Ends a subscription; fits into `context.subscriptions`. */
export interface PrecisDisposable {
	dispose(): void;
}

/** For what can be waited for. */
export interface SignalOptions {
	/** Ends the waiting. */
	readonly signal?: AbortSignal;
}

/** What a summary is to care for. */
export interface FocusOptions {
	/** The topic that gets most of the room, 1 to 2,000 characters. */
	readonly focus?: string;
}

/** A piece of text in a message's content. */
export interface TextPart {
	readonly type: 'text';
	readonly text: string;
}

/** An image in a message's content. */
export interface ImagePart {
	readonly type: 'image';
	/** For example `image/png`; empty when it is not known. */
	readonly mediaType: string;
	/** An `https:` or `data:` URL. */
	readonly url: string;
}

/** Text, or text and images in order. */
export type Content = string | readonly (TextPart | ImagePart)[];

/** A call that the model asked for. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text as the model wrote it. */
	readonly arguments: string;
}

/** What your extension tells the model to be. */
export interface SystemMessage {
	readonly role: 'system';
	readonly content: Content;
}

/** What was said to the model. */
export interface UserMessage {
	readonly role: 'user';
	readonly content: Content;
	/**
	 * Who put it there: the `person` (when absent), the `client` (reminders, notifications), or an
	 * earlier compaction as its `summary`.
	 */
	readonly origin?: 'person' | 'client' | 'summary';
}

/** What the model said, and the tools it called. */
export interface AssistantMessage {
	readonly role: 'assistant';
	readonly content: Content;
	readonly toolCalls?: readonly ToolCall[];
}

/** What came of a tool call. */
export interface ToolMessage {
	readonly role: 'tool';
	/** Of the call it answers. */
	readonly toolCallId: string;
	readonly content: Content;
	readonly isError?: boolean;
}

/** One entry of a log. What was appended stays as it is. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Who asked: somebody, the context itself when it became full, or a provider that refused it. */
export type Trigger = 'manual' | 'automatic' | 'overflow';

/** Why there is nothing to compact. */
export type NothingToDo =
	/** The log has too few messages. */
	| 'too-short'
	/** Protected start and end leave nothing between them. */
	| 'empty-middle'
	/** So little lies between them that a summary would have no room for what was said. */
	| 'too-little'
	/** Too little was said since the compaction before. */
	| 'nothing-new';

/** How a compaction ended. */
export type CompactionResult =
	/** The context is derived from this record now. */
	| {
			readonly kind: 'committed';
			readonly record: number;
			readonly tokens: TokensBeforeAndAfter;
			/** The model that wrote the summary; absent: the built-in summariser did. */
			readonly model?: string;
	  }
	/**
	 * The summary came too late: the context is `not-needed`ly full any more, or has `changed`. It is a
	 * record, and {@link PrecisConversation.restore} makes it the active one.
	 */
	| {
			readonly kind: 'proposed';
			readonly record: number;
			readonly reason: 'not-needed' | 'changed';
			readonly model?: string;
	  }
	| {
			readonly kind: 'refused';
			readonly reason:
				| NothingToDo
				/** The context would not have become smaller. */
				| 'not-smaller'
				/** Another window compacts it. */
				| 'running-elsewhere'
				/** Another window has just compacted it. */
				| 'compacted-elsewhere'
				/** What was planned does not fit the conversation any more. */
				| 'stale'
				| 'not-there';
	  }
	/** @property message Why, for people. */
	| { readonly kind: 'failed'; readonly message: string }
	/** Somebody has ended it, or Precis has. */
	| { readonly kind: 'cancelled' };

/** What {@link PrecisConversation.compact} has to say. */
export type CompactResult =
	| (CompactionResult & {
			/** It ran already, and did what was asked of it first: your focus did not count. */
			readonly joined?: true;
	  })
	/** The signal was aborted; the compaction goes on. */
	| { readonly kind: 'detached' };

/** A compaction that begins. */
export interface CompactionStart {
	readonly trigger: Trigger;
	readonly focus?: string;
}

/** A compaction that has ended. */
export interface CompactionEnd {
	readonly trigger: Trigger;
	readonly result: CompactionResult;
}

/** Tokens of the context. */
export interface TokensBeforeAndAfter {
	readonly before: number;
	readonly after: number;
}

/** What a compaction would do now. */
export type PreviewResult =
	| {
			readonly kind: 'preview';
			/** Numbers of the messages the summary will stand for. */
			readonly summarised: { readonly first: number; readonly last: number };
			/** Messages around it that are shortened. */
			readonly digested: number;
			/** `after` with a summary as long as it may become. */
			readonly tokens: TokensBeforeAndAfter;
			/** The longest the summary may become, tokens. */
			readonly summaryTokens: number;
	  }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

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

/** What to search the originals for. */
export interface RecallQuery {
	/** Words, parts of identifiers, or phrases in quotation marks, 1 to 1,000 characters. */
	readonly query: string;
	/** Hits to pass over: `next` of the page before. */
	readonly from?: number;
}

/** A page of what a search found. */
export interface RecallHits {
	/** Best first. */
	readonly hits: readonly {
		/** Number of the message. */
		readonly number: number;
		/** The passages around the words that were looked for, a few sentences each. */
		readonly excerpt: string;
	}[];
	/** Where the next page begins; absent on the last. */
	readonly next?: number;
}

/** Which of the originals to fetch: from a message on, to the end of its turn. */
export interface RecallMessage {
	/** Of the first message. */
	readonly number: number;
	/** From 1; absent: the first, which begins with that message. */
	readonly page?: number;
}

/** A page of messages as they were said. */
export interface RecalledTurn {
	/** Numbers of the first and the last message. */
	readonly from: number;
	readonly to: number;
	readonly text: string;
	/** From 1. */
	readonly page: number;
	readonly pages: number;
}

/** Sizes are tokens. */
export interface CompactMessagesOptions extends FocusOptions, SignalOptions {
	/** From 1,000; absent: 200,000. */
	readonly window?: number;
	/**
	 * A share of the window up to 1, or tokens from 1,000: smaller lists are left alone. Absent: every
	 * list is compacted.
	 */
	readonly threshold?: number;
	/** The longest the handoff may become, from 300. */
	readonly summaryTokens?: number;
	/** The longest the verbatim end may become. */
	readonly tailTokens?: number;
}

/** What became of a list of messages. */
export type CompactedMessages =
	| {
			readonly kind: 'compacted';
			/** What to send instead. */
			readonly messages: readonly Message[];
			readonly tokens: TokensBeforeAndAfter;
			readonly sections: readonly Section[];
			readonly handoff: string;
	  }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo | 'below-threshold' }
	/** It would not have become smaller. */
	| {
			readonly kind: 'refused';
			readonly reason: 'not-smaller';
			readonly tokens: TokensBeforeAndAfter;
	  };

/** What went wrong. The message is for developers and in English. */
export interface PrecisError extends Error {
	readonly name: 'PrecisError';
	readonly code: PrecisErrorCode;
}

/** What a program can tell errors apart by. */
export type PrecisErrorCode =
	/** What was given is not what is taken; the message says where. Nothing was done. */
	| 'invalid-input'
	/** More than 10,000 messages, or 16 million characters (32 MB), in one call. Nothing was done. */
	| 'too-large'
	/** There is no such version of this API. */
	| 'unknown-version'
	/** It is not there any more: open it again, then it begins anew. */
	| 'unknown-conversation'
	/** The conversation has no such record. */
	| 'unknown-record'
	/** It could not be stored or read: the disk is full, another window has it locked. Nothing was done. */
	| 'not-stored'
	/** Your signal was aborted. */
	| 'cancelled'
	/** Precis' worker ended before it answered, and starts again with the next call. */
	| 'stopped'
	/** Precis was deactivated. */
	| 'disposed'
	/** A mistake of Precis. */
	| 'internal';
