import type { Trigger } from '../compaction/policy.ts';
import type { Notice } from '../conversations/service/events.ts';
import type { JobEnd, JobSummary } from '../conversations/service/job.ts';
import type { StoreFailure } from '../conversations/store/storeError.ts';
import type { ConversationView } from './conversationView.ts';
import type { Progress } from './channel.ts';

/** What the worker tells of conversations without being asked. */

/** A compaction that is under way. */
export interface JobView extends Omit<JobSummary, 'progress'> {
	readonly progress: Progress;
}

/** What the worker tells without being asked. */
export type WorkerEvent =
	/** What came of opening the store, where a person should know. Once. */
	| {
			readonly type: 'store';
			readonly status: 'read-only' | 'memory' | 'recovered';
			readonly message: string;
	  }
	/** There is one more. */
	| { readonly type: 'created'; readonly conversation: string }
	/** A conversation has changed. `view`: of the one that is on screen. Comes before the answer to what changed it. */
	| { readonly type: 'changed'; readonly conversation: string; readonly view?: ConversationView }
	| { readonly type: 'job'; readonly conversation: string; readonly job: JobView }
	| {
			readonly type: 'job-ended';
			readonly conversation: string;
			readonly job: number;
			readonly trigger: Trigger;
			readonly result: JobEnd;
	  }
	| { readonly type: 'notice'; readonly conversation: string; readonly notice: Notice }
	/** It could not be written any more, and is in memory only from now on. */
	| {
			readonly type: 'not-kept';
			readonly conversation: string;
			readonly reason: StoreFailure;
			readonly message: string;
	  }
	| { readonly type: 'deleted'; readonly conversation: string }
	/** What should not have happened and stopped nothing. */
	| { readonly type: 'unexpected'; readonly message: string };
