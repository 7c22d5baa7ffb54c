import type { RequestOverhead } from '../../compaction/overhead.ts';
import type { JobEnd, JobSummary } from './job.ts';

/** Everything a panel, a status bar or an API shows of conversations, as one stream. */

/** Why nothing is compacted although the context is above the threshold. */
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

/** What a person should know and nobody asked for. The same notice comes once until things change. */
export type Notice =
	| { readonly kind: 'not-compacting'; readonly reason: NotCompacting }
	/** What every request carries leaves hardly any room for the conversation. `window` in tokens. */
	| { readonly kind: 'no-room'; readonly overhead: RequestOverhead; readonly window: number }
	/** The request does not fit the window, whatever was compacted. `fixed`: system prompt and tools. Tokens. */
	| {
			readonly kind: 'too-large';
			readonly tokens: number;
			readonly fixed: number;
			readonly window: number;
	  }
	/** After an undo automatic compaction rests until the context has this many tokens. */
	| { readonly kind: 'resting'; readonly until: number }
	/** It rested, but the model's window is full. */
	| { readonly kind: 'window-forces' }
	/** The provider refused the context as too long; it is compacted whatever the settings say. */
	| { readonly kind: 'overflow' }
	/** A compaction was running when Precis last ended: `resume` starts it again. */
	| { readonly kind: 'interrupted-compaction'; readonly trigger: string; readonly focus?: string }
	/** The state could not be kept; it holds until the reload. */
	| { readonly kind: 'state-not-kept'; readonly message: string };

type Change =
	| { readonly type: 'created' }
	/** What people are shown of it is another: messages, records, size, queue, name. */
	| { readonly type: 'changed' }
	| { readonly type: 'job-changed'; readonly job: JobSummary }
	| { readonly type: 'job-ended'; readonly job: JobSummary; readonly end: JobEnd }
	| { readonly type: 'notice'; readonly notice: Notice }
	| { readonly type: 'deleted' };

/** Something that happened to a conversation. */
export type ConversationEvent = Change & { readonly conversation: string };

/** Tells of a change to one conversation. */
export type NotifyChange = (change: Change) => void;
