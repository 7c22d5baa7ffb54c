import type { RequestOverhead } from '../../compaction/overhead.ts';
import type { Trigger } from '../../compaction/record.ts';
import type { JobResult } from './job.ts';
import type { JobProgress } from './jobProgress.ts';

/** All changes to conversations that a panel, a status bar or an API shows, as one stream. */

/** Why nothing is compacted although the context exceeds the threshold. */
export type NotCompacting =
	| 'not-helping'
	| 'attempts-used'
	| 'paused'
	| 'nothing-to-do'
	| 'running-elsewhere'
	/** The compaction failed; its end says why. */
	| 'failed'
	/** It was cancelled, or is kept as a proposal. */
	| 'not-applied';

/** An unsolicited notice to the user. The same notice is shown once until things change. */
export type Notice =
	| { readonly kind: 'not-compacting'; readonly reason: NotCompacting }
	/** The overhead of every request leaves hardly any room for the conversation. `window` in tokens. */
	| { readonly kind: 'no-room'; readonly overhead: RequestOverhead; readonly window: number }
	/** The request does not fit the window, even after compacting. `fixed`: system prompt and tools. Tokens. */
	| {
			readonly kind: 'too-large';
			readonly tokens: number;
			readonly fixed: number;
			readonly window: number;
	  }
	/** After an undo, automatic compaction rests until the context has this many tokens. */
	| { readonly kind: 'resting'; readonly until: number }
	/** Automatic compaction was resting, but the model's window is full. */
	| { readonly kind: 'window-forces' }
	/** The provider rejected the context as too long; it is compacted regardless of the settings. */
	| { readonly kind: 'overflow' }
	/** The state could not be stored; it is lost when the window is reloaded. */
	| { readonly kind: 'state-not-kept'; readonly message: string };

type Change =
	| { readonly type: 'created' }
	/** Displayed data changed: messages, records, size, queue, name. */
	| { readonly type: 'changed' }
	/** A compaction started or went on. */
	| { readonly type: 'job'; readonly focus?: string; readonly progress: JobProgress }
	/** `job`: its id. */
	| {
			readonly type: 'job-ended';
			readonly job: number;
			readonly trigger: Trigger;
			readonly result: JobResult;
	  }
	| { readonly type: 'notice'; readonly notice: Notice }
	| { readonly type: 'deleted' };

/** Something that happened to a conversation. */
export type ConversationEvent = Change & { readonly conversation: string };

/** Reports a change to one conversation. */
export type NotifyChange = (change: Change) => void;
