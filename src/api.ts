/**
 * What other extensions get from Precis, version 1. `npm run api-types` makes one file of this and of
 * `src/api/`: `docs/precis.d.ts`, which imports nothing and is what they copy.
 *
 * ```ts
 * const precis = vscode.extensions.getExtension<PrecisExports>('precis.precis');
 * const api = (await precis?.activate())?.getApi(1);
 * ```
 *
 * All results are plain data: changing them changes nothing. Whatever goes wrong is a
 * {@link PrecisError}; promises reject with nothing else. Message numbers count from 1.
 */

import type { PrecisConversation } from './api/conversation.ts';
import type { CompactedMessages, CompactMessagesOptions } from './api/listCompaction.ts';
import type { Message } from './api/messages.ts';

export type * from './api/conversation.ts';
export type * from './api/events.ts';
export type * from './api/options.ts';
export type * from './api/messages.ts';
export type * from './api/compaction.ts';
export type * from './api/summary.ts';
export type * from './api/recall.ts';
export type * from './api/listCompaction.ts';
export type * from './api/errors.ts';

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
