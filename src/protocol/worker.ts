import type { Ask, AskOutcome } from './asks.ts';
import type { WorkerEvent } from './conversationEvents.ts';
import type { Progress } from './progress.ts';
import type { WorkerMethod, WorkerRequests } from './workerRequests.ts';
import type { WorkerSettings } from './workerSettings.ts';

/**
 * Between extension host and worker thread: requests with an id, each answered exactly once, and
 * progress in between; questions of the worker to the host, likewise; and events. Both ends are ours,
 * so these are types without guards.
 */

/** A failure as it crosses the thread border: the code survives, the stack goes to the log. */
export interface WorkerFailure {
	readonly code: string;
	readonly message: string;
	readonly stack?: string;
}

/** What the host sends to the worker. */
export type ToWorker =
	| {
			[Method in WorkerMethod]: {
				readonly type: 'request';
				readonly id: number;
				readonly method: Method;
				readonly parameters: WorkerRequests[Method]['parameters'];
			};
	  }[WorkerMethod]
	| { readonly type: 'cancel'; readonly id: number }
	/** Before the first request, and whenever they have changed. */
	| { readonly type: 'settings'; readonly settings: WorkerSettings }
	/** The end of a question of the worker. */
	| { readonly type: 'answer'; readonly ask: number; readonly outcome: AskOutcome }
	/** Ends what runs and closes the store; then the worker ends by itself. */
	| { readonly type: 'shut-down' };

/** What the worker sends to the host. */
export type FromWorker =
	| { readonly type: 'result'; readonly id: number; readonly result: unknown }
	| { readonly type: 'failure'; readonly id: number; readonly failure: WorkerFailure }
	| { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
	| Ask
	/** The answer is not wanted any more. */
	| { readonly type: 'withdraw'; readonly ask: number }
	| { readonly type: 'event'; readonly event: WorkerEvent };

/** What the worker thread starts with. */
export interface WorkerStart {
	/** Folder of the store; made when it is missing. */
	readonly storage: string;
}
