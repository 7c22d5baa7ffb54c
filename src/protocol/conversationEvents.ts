import type { ConversationEvent } from '../conversations/service/events.ts';
import type { StoreFailure } from '../conversations/store/storeError.ts';
import type { ConversationView } from './conversationView.ts';

/** The worker's notifications about conversations. */

/** The worker's notifications. */
export type WorkerEvent =
	/** The result of opening the store, if the user should know. Once. */
	| {
			readonly type: 'store';
			readonly status: 'read-only' | 'memory' | 'recovered';
			readonly message: string;
	  }
	| Exclude<ConversationEvent, { readonly type: 'changed' }>
	/** A conversation has changed. `view`: if it is on screen. Sent before the reply to the request that changed it. */
	| { readonly type: 'changed'; readonly conversation: string; readonly view?: ConversationView }
	/** It can no longer be stored, and is only in memory from now on. */
	| {
			readonly type: 'not-kept';
			readonly conversation: string;
			readonly reason: StoreFailure;
			readonly message: string;
	  }
	/** An unexpected error that stopped nothing. */
	| { readonly type: 'unexpected'; readonly message: string };
