import type { ModelAnswer, ModelRequest } from '../models/client.ts';
import type { InterruptKind } from '../models/interrupts.ts';
import type { ModelTarget } from '../models/modelCalls.ts';
import type { ModelFailure } from '../models/modelError.ts';
import type { CompactLogOutcome } from '../conversations/compactLog.ts';
import type { ConversationView, ProblemView } from './conversationView.ts';
import type { Progress } from './progress.ts';

/**
 * Between extension host and worker thread: requests with an id, each answered exactly once, and
 * progress in between. While it works on a request the worker may ask the host to call a model: only
 * the host has VS Code's models, its proxies and the person's keys. Both ends are ours, so these are
 * types without guards.
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

/** Which models write summaries, and how they are asked. */
export interface SummaryModels {
	/** The configured summary model; absent: none, or it is the main model. */
	readonly summary?: ModelTarget;
	/** The model of the conversation; absent where there is none. */
	readonly main?: ModelTarget;
	/** Replaces the instructions of the prompt. */
	readonly instructions?: string;
	/** How often a request is repeated after a failure that passes by itself. */
	readonly transientRetries: number;
	/** Characters of one request, at most; absent: the default. */
	readonly requestCharacters?: number;
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
			readonly models: SummaryModels;
			readonly focus?: string;
		};
		readonly result: CompactResult;
	};
	/** Writes the active summary again from the originals, whatever failed a moment ago. */
	readonly rewrite: {
		readonly parameters: {
			readonly id: string;
			readonly settings: EngineSettings;
			readonly models: SummaryModels;
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
	| { readonly type: 'cancel'; readonly id: number }
	/** The end of a call the worker asked for. */
	| { readonly type: 'call-ended'; readonly call: number; readonly outcome: CallOutcome };

/** How a call to a model ended. */
export type CallOutcome =
	| { readonly kind: 'answered'; readonly answer: ModelAnswer }
	| { readonly kind: 'failed'; readonly failure: ModelFailure }
	| { readonly kind: 'interrupted'; readonly by: InterruptKind };

export type FromWorker =
	| { readonly type: 'result'; readonly id: number; readonly result: unknown }
	| { readonly type: 'failure'; readonly id: number; readonly failure: WorkerFailure }
	| { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
	/** Asks the host to call a model for a request; `call` counts all calls of this worker. */
	| {
			readonly type: 'call';
			readonly id: number;
			readonly call: number;
			readonly target: ModelTarget;
			readonly request: ModelRequest;
	  }
	| { readonly type: 'cancel-call'; readonly call: number };
