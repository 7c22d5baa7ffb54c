import type { CompactLogOutcome } from '../conversations/compactLog.ts';
import type { ConversationView, ProblemView } from './conversationView.ts';

/**
 * Between extension host and worker thread: requests with an id, each answered exactly once, and
 * progress in between. Both ends are ours, so these are types without guards.
 */

/** What the engine needs to know of the person's settings. Tokens unless said otherwise. */
export interface EngineSettings {
	readonly window: number;
	/** A ratio in (0, 1] of the window, or an absolute count from 1,000; absent: the default rule. */
	readonly threshold?: number;
	/** Share of the hard threshold at which background compaction starts, in (0, 1]. */
	readonly softRatio: number;
	readonly reservedReply: number;
	readonly protectFirst: number;
	readonly tailRatio: number;
	/** Share of the summary's budget that verbatim messages of the person may take, 0 to 1. */
	readonly userMessageShare: number;
}

/** A conversation found in an opened file. */
export interface OpenedConversation {
	readonly id: string;
	readonly title: string;
	readonly messages: number;
}

export interface WorkerRequests {
	/** Reads a saved session; the same path opened again is the same conversation. */
	readonly open: {
		readonly parameters: { readonly path: string };
		readonly result: {
			readonly source: string;
			readonly conversations: readonly OpenedConversation[];
			readonly problems: readonly ProblemView[];
		};
	};
	readonly view: {
		readonly parameters: { readonly id: string; readonly settings: EngineSettings };
		readonly result: ConversationView;
	};
	readonly compact: {
		readonly parameters: {
			readonly id: string;
			readonly settings: EngineSettings;
			readonly focus?: string;
		};
		readonly result: CompactResult;
	};
	/** The handoff of the active compaction; undefined before the first. */
	readonly handoff: {
		readonly parameters: { readonly id: string };
		readonly result: string | undefined;
	};
	readonly close: { readonly parameters: { readonly id: string }; readonly result: undefined };
}

/** Why a conversation was left as it is. */
export type Refusal = Exclude<CompactLogOutcome, { readonly kind: 'compacted' }>;

export type CompactResult =
	| { readonly outcome: 'compacted'; readonly view: ConversationView }
	| { readonly outcome: 'refused'; readonly refusal: Refusal };

export type WorkerMethod = keyof WorkerRequests;

/** A failure as it crosses the thread border: the code survives, the stack goes to the log. */
export interface WorkerFailure {
	readonly code: string;
	readonly message: string;
	readonly stack?: string;
}

export type ToWorker =
	| {
			[Method in WorkerMethod]: {
				readonly type: 'request';
				readonly id: number;
				readonly method: Method;
				readonly parameters: WorkerRequests[Method]['parameters'];
			};
	  }[WorkerMethod]
	| { readonly type: 'cancel'; readonly id: number };

/** Where a running request stands. */
export type Phase = 'reading' | 'counting' | 'planning' | 'summarising';

export type FromWorker =
	| { readonly type: 'result'; readonly id: number; readonly result: unknown }
	| { readonly type: 'failure'; readonly id: number; readonly failure: WorkerFailure }
	| { readonly type: 'progress'; readonly id: number; readonly phase: Phase };
