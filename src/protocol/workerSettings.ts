import type { CompactionSettings } from '../compaction/budgets.ts';
import type { RetentionLimits } from '../conversations/store/store.ts';

/** What the engine needs to know of the person's settings. */
export type EngineSettings = Omit<CompactionSettings, 'overhead' | 'tailTokens' | 'summaryTokens'>;

/** The model that writes summaries. */
export type SummaryWriter =
	/** The one that answers in a conversation: a client's, or elsewhere the one the person used last, if there is one. */
	| { readonly kind: 'answering'; readonly wasUsed: boolean }
	/** `inputPrice`: US dollars for a million tokens, where the person says so. */
	| { readonly kind: 'named'; readonly id: string; readonly inputPrice?: number };

/** Everything the worker needs to know of settings and window. */
export interface WorkerSettings {
	readonly compaction: EngineSettings;
	/** Absent: summaries are built in. */
	readonly summaryWriter?: SummaryWriter;
	/** Whether conversations are compacted by themselves. */
	readonly automatic: boolean;
	/** Whether conversations are kept beyond this window. */
	readonly keep: boolean;
	/** Likewise, of what passes through the models Precis offers. */
	readonly keepsRequests: boolean;
	/** Conversations that are not, whatever is done with others. */
	readonly excluded: readonly string[];
	readonly retention: Omit<RetentionLimits, 'keep'>;
	/** The workspace new conversations belong to, as VS Code names it; absent in an empty window. */
	readonly workspace?: string;
}

/** What the worker thread starts with. */
export interface WorkerStart {
	/** Folder of the store; made when it is missing. */
	readonly storage: string;
}

/** What the host tells the worker. */
export type HostNotification =
	/** Before the first call, and whenever they have changed. */
	| { readonly type: 'settings'; readonly settings: WorkerSettings }
	/** The conversation that is on screen: each change of it comes with its new view. Absent: none is. */
	| { readonly type: 'shown'; readonly conversation?: string }
	/** Ends what runs and closes the store; then the worker ends by itself. */
	| { readonly type: 'shut-down' };
