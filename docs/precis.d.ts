/**
 * The API of Precis for other extensions, version 1. This file imports nothing: copy it into your extension.
 * `docs/api.md` has examples.
 *
 * ```ts
 * const precis = vscode.extensions.getExtension<PrecisExports>('precis.precis');
 * const api = (await precis?.activate())?.getApi(1);
 * ```
 *
 * All results are plain data: changing them has no effect on Precis. Every failure is a {@link PrecisError}; promises
 * reject with nothing else. Message numbers count from 1.
 */

/** The result of Precis' `activate()`. */
export interface PrecisExports {
	/** @throws {PrecisError} `unknown-version` */
	getApi(version: 1): PrecisApi;
}

/** Version 1 of the API. */
export interface PrecisApi {
	readonly version: 1;
	/**
	 * Opens a conversation of your extension, or creates it. The same key leads to the same conversation, in every
	 * window and after every reload.
	 * @throws {PrecisError} `invalid-input`, `not-stored`
	 */
	openConversation(options: OpenOptions): Promise<PrecisConversation>;
}

/** Sizes are tokens. For absent options, the user's settings apply. */
export interface OpenOptions {
	/** Your own stable name for the conversation, 1 to 200 characters; begin it with your extension's id. */
	readonly key: string;
	/** The displayed title, 1 to 200 characters; absent: the key. Used only when the conversation is created. */
	readonly title?: string;
	/** The window of the model that gets the context, at least 4,000. */
	readonly window?: number;
	/** Tokens reserved for the reply, less than half the window. */
	readonly reservedReply?: number;
	/** Tokens of your tools' descriptions in each request, less than half the window. */
	readonly toolTokens?: number;
	/** Whether your model can call {@link PrecisConversation.recall}: handoffs then mention it. */
	readonly offersRecall?: boolean;
}

/**
 * A conversation of your extension: its log, and the context for your model. Methods reject with `unknown-conversation`
 * when the user has deleted it, and with `disposed` when Precis was deactivated.
 */
export interface PrecisConversation {
	/** Unique, the same for the same key; also the handle of the tool `precis_recall_messages`. */
	readonly id: string;
	/**
	 * Appends messages to the log, all or none. When the promise resolves, they are on disk if the user's settings allow
	 * storing conversations. Calls take effect in order.
	 * @throws {PrecisError} `invalid-input`, `too-large`, `not-stored`
	 */
	append(messages: readonly Message[]): Promise<AppendResult>;
	/**
	 * The context to send to the model now. Above the soft threshold, a compaction starts in the background; above the
	 * hard threshold, the call waits for it.
	 * @throws {PrecisError} `cancelled` when the signal is aborted. A running compaction continues.
	 */
	context(options?: SignalOptions): Promise<Context>;
	/**
	 * Reports the prompt tokens that the provider counted for the latest {@link context}. Thresholds are then
	 * compared with this number instead of Precis' own count.
	 */
	reportUsage(promptTokens: number): Promise<void>;
	/**
	 * Compacts, or joins the running compaction.
	 * @throws {PrecisError} `cancelled` when the signal is aborted. The compaction continues.
	 */
	compact(options?: CompactOptions): Promise<CompactResult>;
	/** Undoes the latest compaction. @returns Whether there was one. */
	undo(): Promise<boolean>;
	/** The summary in the form for the model; undefined before the first compaction. */
	handoff(): Promise<string | undefined>;
	/** Searches the original messages. Redacted, in pages below 8 KiB. */
	recall(query: RecallQuery): Promise<RecallHits>;
	/**
	 * Gets a message and the rest of its turn. Redacted, in pages below 8 KiB; undefined: there is no such message or
	 * page.
	 */
	recall(message: RecallMessage): Promise<RecalledTurn | undefined>;
	/** Fires when the conversation has changed (messages, context, summary) or was deleted. */
	readonly onDidChange: PrecisEvent<void>;
}

/** The log after an append. */
export interface AppendResult {
	/** Number of messages in the log, which is also the number of the last one. */
	readonly messages: number;
}

/** The context for a model. */
export interface Context {
	/** Valid for every provider, provided that the log is. */
	readonly messages: readonly Message[];
	/** Precis' own count of the messages. */
	readonly tokens: number;
}

/** Options of a call that may take long. */
export interface SignalOptions {
	/** Stops waiting. */
	readonly signal?: AbortSignal;
}

/** Options of a compaction. */
export interface CompactOptions extends SignalOptions {
	/** The topic to preserve in detail, 1 to 2,000 characters. */
	readonly focus?: string;
}

/** The result of a compaction. */
export type CompactResult =
	| {
			readonly kind: 'committed';
			/** Tokens of the context. */
			readonly tokens: { readonly before: number; readonly after: number };
			/** The model that wrote the summary; absent: the built-in summariser. */
			readonly model?: string;
	  }
	/** The summary came too late, because the conversation had changed. The user can apply it. */
	| { readonly kind: 'proposed' }
	/** @property reason For example `too-short`, `nothing-new`, `not-smaller`. */
	| { readonly kind: 'refused'; readonly reason: string }
	/** @property message The cause, for display. */
	| { readonly kind: 'failed'; readonly message: string }
	/** The user cancelled it, or Precis was deactivated. */
	| { readonly kind: 'cancelled' };

/** A search of the original messages. */
export interface RecallQuery {
	/** Words, parts of identifiers, or phrases in quotation marks, 1 to 1,000 characters. */
	readonly query: string;
	/** Number of hits to skip: `next` of the previous page. */
	readonly from?: number;
}

/** A page of search results. */
export interface RecallHits {
	/** Best first: the number of each message, with the passages around the search words. */
	readonly hits: readonly { readonly number: number; readonly excerpt: string }[];
	/** The offset of the next page; absent on the last. */
	readonly next?: number;
}

/** Selects original messages: from one message to the end of its turn. */
export interface RecallMessage {
	/** Number of the first message. */
	readonly number: number;
	/** From 1; absent: the first page, which begins with that message. */
	readonly page?: number;
}

/** A page of original messages. */
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

/** An entry of a log, immutable once appended. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** Your extension's instructions for the model. */
export interface SystemMessage {
	readonly role: 'system';
	readonly content: Content;
}

/** A message to the model. */
export interface UserMessage {
	readonly role: 'user';
	readonly content: Content;
	/**
	 * The author: `person` (the user, also if absent), `client` (reminders, notifications), or an earlier compaction as
	 * its `summary`.
	 */
	readonly origin?: 'person' | 'client' | 'summary';
}

/** The model's text, and the tools it called. */
export interface AssistantMessage {
	readonly role: 'assistant';
	readonly content: Content;
	readonly toolCalls?: readonly ToolCall[];
}

/** The result of a tool call. */
export interface ToolMessage {
	readonly role: 'tool';
	/** Id of the call that it answers. */
	readonly toolCallId: string;
	readonly content: Content;
	readonly isError?: boolean;
}

/** A tool call by the model. */
export interface ToolCall {
	readonly id: string;
	readonly name: string;
	/** JSON text from the model. */
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
	/** For example `image/png`; empty if unknown. */
	readonly mediaType: string;
	/** An `https:` or `data:` URL. */
	readonly url: string;
}

/** A failure. The message is for developers, in English. */
export interface PrecisError extends Error {
	readonly name: 'PrecisError';
	readonly code: PrecisErrorCode;
}

/** Error codes, for programs. */
export type PrecisErrorCode =
	/** An argument is invalid; the message says which. Nothing was done. */
	| 'invalid-input'
	/** More than 10,000 messages, or 16 million characters (32 MB), in one call. Nothing was done. */
	| 'too-large'
	/** There is no such version of the API. */
	| 'unknown-version'
	/** The conversation no longer exists. Opening it again creates a new one. */
	| 'unknown-conversation'
	/**
	 * The conversation could not be stored or read: the disk is full, or another window has locked the store. Nothing
	 * was done.
	 */
	| 'not-stored'
	/** Your signal was aborted. */
	| 'cancelled'
	/** Precis' worker ended before it answered; it starts again with the next call. */
	| 'stopped'
	/** Precis was deactivated. */
	| 'disposed'
	/** A bug in Precis. */
	| 'internal';
