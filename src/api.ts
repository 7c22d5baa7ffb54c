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
	 * @throws {PrecisError} `cancelled` when the signal is aborted. A running compaction continues.
	 */
	context(options?: SignalOptions): Promise<Context>;
	/**
	 * Reports the prompt tokens that the provider counted for the latest {@link context}. Thresholds are then
	 * compared with this number instead of Precis' own count.
	 */
	reportUsage(promptTokens: number): Promise<void>;
	/**
	 * Compacts, or joins the compaction that runs.
	 * @throws {PrecisError} `cancelled` when the signal is aborted. The compaction continues.
	 */
	compact(options?: CompactOptions): Promise<CompactResult>;
	/** Takes the latest compaction back. @returns Whether there was one. */
	undo(): Promise<boolean>;
	/** The summary as the model reads it; undefined before the first compaction. */
	handoff(): Promise<string | undefined>;
	/** Searches the originals. Without secrets, a page below 8 KiB. */
	recall(query: RecallQuery): Promise<RecallHits>;
	/** Fetches a message and what follows in its turn. Without secrets, a page below 8 KiB; undefined: not there. */
	recall(message: RecallMessage): Promise<RecalledTurn | undefined>;
	/** Something about it is another: messages, context, summary; or it was deleted. */
	readonly onDidChange: PrecisEvent<void>;
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

/** For what can be waited for. */
export interface SignalOptions {
	/** Ends the waiting. */
	readonly signal?: AbortSignal;
}

/** How a compaction is asked for. */
export interface CompactOptions extends SignalOptions {
	/** The topic that gets most of the room, 1 to 2,000 characters. */
	readonly focus?: string;
}

/** How a compaction ended. */
export type CompactResult =
	| {
			readonly kind: 'committed';
			/** Of the context. */
			readonly tokens: { readonly before: number; readonly after: number };
			/** The model that wrote the summary; absent: the built-in summariser did. */
			readonly model?: string;
	  }
	/** The summary came too late: the conversation had changed. The person is offered it. */
	| { readonly kind: 'proposed' }
	/** @property reason For example `too-short`, `nothing-new`, `not-smaller`. */
	| { readonly kind: 'refused'; readonly reason: string }
	/** @property message Why, for people. */
	| { readonly kind: 'failed'; readonly message: string }
	/** Somebody has ended it, or Precis has. */
	| { readonly kind: 'cancelled' };

/** What to search the originals for. */
export interface RecallQuery {
	/** Words, parts of identifiers, or phrases in quotation marks, 1 to 1,000 characters. */
	readonly query: string;
	/** Hits to pass over: `next` of the page before. */
	readonly from?: number;
}

/** A page of what a search found. */
export interface RecallHits {
	/** Best first: the number of the message, and the passages around the words that were looked for. */
	readonly hits: readonly { readonly number: number; readonly excerpt: string }[];
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

/** An event of the same form as VS Code's. If a listener throws, the error is logged and the other listeners still run. */
export type PrecisEvent<Data> = (
	listener: (data: Data) => unknown,
	thisArgument?: unknown,
	disposables?: { dispose(): unknown }[],
) => { dispose(): unknown };

/** One entry of a log. What was appended stays as it is. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Your extension's instructions for the model. */
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

/** A call that the model asked for. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text as the model wrote it. */
	readonly arguments: string;
}

/** Text, or text and images in order. */
export type Content = string | readonly (TextPart | ImagePart)[];

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
