import type { Trigger } from '../compaction/record.ts';
import type { Notice } from '../conversations/service/events.ts';
import type { JobEnd } from '../conversations/service/job.ts';
import type { StoreFailure } from '../conversations/store/storeError.ts';
import type { ConversationView } from './conversationView.ts';
import type { Progress } from './channel.ts';

/** The worker's notifications about conversations. */

/** The worker's notifications. */
export type WorkerEvent =
	/** The result of opening the store, if the user should know. Once. */
	| {
			readonly type: 'store';
			readonly status: 'read-only' | 'memory' | 'recovered';
			readonly message: string;
	  }
	/** A conversation was created. */
	| { readonly type: 'created'; readonly conversation: string }
	/** A conversation has changed. `view`: if it is on screen. Sent before the reply to the request that changed it. */
	| { readonly type: 'changed'; readonly conversation: string; readonly view?: ConversationView }
	| {
			readonly type: 'job';
			readonly conversation: string;
			readonly focus?: string;
			readonly progress: Progress;
	  }
	| {
			readonly type: 'job-ended';
			readonly conversation: string;
			readonly job: number;
			readonly trigger: Trigger;
			readonly result: JobEnd;
	  }
	| { readonly type: 'notice'; readonly conversation: string; readonly notice: Notice }
	/** It can no longer be stored, and is only in memory from now on. */
	| {
			readonly type: 'not-kept';
			readonly conversation: string;
			readonly reason: StoreFailure;
			readonly message: string;
	  }
	| { readonly type: 'deleted'; readonly conversation: string }
	/** An unexpected error that stopped nothing. */
	| { readonly type: 'unexpected'; readonly message: string };
