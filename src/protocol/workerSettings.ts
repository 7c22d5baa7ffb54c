import type { CompactionSettings } from '../compaction/budgets.ts';
import type { RetentionLimits } from '../conversations/store/store.ts';

/** The user's settings for the engine. */
export type EngineSettings = Omit<CompactionSettings, 'overhead' | 'tailTokens' | 'summaryTokens'>;

/** The model that writes summaries. */
export type SummaryWriter =
	/** The model that answers in a conversation: a client's, or otherwise the user's last used one, if there is one. */
	| { readonly kind: 'answering'; readonly wasUsed: boolean }
	/** `inputPrice`: US dollars for a million tokens, if the user has set it. */
	| { readonly kind: 'named'; readonly id: string; readonly inputPrice?: number };

/** Everything the worker needs to know of settings and window. */
export interface WorkerSettings {
	readonly compaction: EngineSettings;
	/** Absent: the built-in summariser. */
	readonly summaryWriter?: SummaryWriter;
	/** Whether conversations are compacted automatically. */
	readonly automatic: boolean;
	/** Whether conversations are stored on disk. */
	readonly keep: boolean;
	/** The same for requests to the models that Precis provides. */
	readonly keepsRequests: boolean;
	/** Conversations that are never stored. */
	readonly excluded: readonly string[];
	readonly retention: Omit<RetentionLimits, 'keep'>;
	/** The workspace of new conversations, as VS Code names it; absent in an empty window. */
	readonly workspace?: string;
}

/** Initial data of the worker thread. */
export interface WorkerStart {
	/** Folder of the store; created if it is missing. */
	readonly storage: string;
}

/** The host's notifications to the worker. */
export type HostNotification =
	/** Before the first call, and after every change. */
	| { readonly type: 'settings'; readonly settings: WorkerSettings }
	/**
	 * The conversation that is on screen: each of its changes comes with its new view. Absent: none. `isFollowed`: of its
	 * file, and of no other, additions are read as they appear.
	 */
	| { readonly type: 'shown'; readonly conversation?: string; readonly isFollowed: boolean }
	/** Cancels running work and closes the store; then the worker exits. */
	| { readonly type: 'shut-down' };
