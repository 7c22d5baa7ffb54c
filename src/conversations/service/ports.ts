import type { InputPrices } from '../../compaction/cost/modelPrices.ts';
import type { CompactionSettings } from '../../compaction/budgets.ts';
import type { Trigger } from '../../compaction/record.ts';
import type { LogRange, Message } from '../../messages/message.ts';
import type { TokenCounter } from '../../messages/tokens.ts';
import type { CooldownHolder } from '../../models/cooldown.ts';
import type { Timers } from '../../models/deadlines.ts';
import type { LadderProgress, Summariser } from '../../models/ladder.ts';
import type { SqliteStore } from '../store/sqliteStore.ts';
import type { ConversationState } from '../store/state.ts';
import type { ConversationEvent } from './events.ts';
import type { ImageTokens } from './imageTokens.ts';

/** External dependencies of the conversation service. */

/** The context of one request. */
export interface TurnContext {
	readonly conversation: string;
	readonly messages: readonly Message[];
	/** Our own count of the messages. */
	readonly tokens: number;
	/** How many messages of the log it was made from. */
	readonly length: number;
}

/** The context in which a summariser for one compaction is created. */
export interface SummaryJob {
	readonly conversation: string;
	readonly trigger: Trigger;
	/** Who made a `manual` request; absent: the user. */
	readonly askedBy?: 'extension';
	/** The messages of the log in the latest request; absent: no provider has cached them in their present form. */
	readonly sent?: {
		readonly length: number;
		/** The range of them that a summary covered. */
		readonly covered?: LogRange;
	};
	/** The conversation's cooldowns, stored with it. */
	readonly cooldowns: CooldownHolder;
	readonly onProgress: (progress: LadderProgress) => void;
}

/** The present settings for a conversation. */
export interface ServiceSettings {
	readonly compaction: CompactionSettings;
	/** Input prices of the current model. */
	readonly prices: InputPrices;
	/** What the current model's provider counts for images. */
	readonly images: ImageTokens;
	/** Whether the assistant is offered the recall tool. */
	readonly recall: boolean;
	/** Whether conversations are compacted automatically. */
	readonly automatic: boolean;
}

/** All dependencies of the service. None of the functions may throw, except `onEvent`. */
export interface ServiceParts {
	readonly store: SqliteStore;
	readonly counter: TokenCounter;
	readonly summariserFor: (job: SummaryJob) => Summariser;
	/** For a conversation in this state. */
	readonly settingsOf: (state: ConversationState) => ServiceSettings;
	/** Milliseconds of a monotonic clock. */
	readonly monotonic: () => number;
	/** Milliseconds since the epoch: the clock of stored timestamps. */
	readonly epoch: () => number;
	/** Waits this many milliseconds, or rejects with the signal's reason. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
	/** Of the same clock. */
	readonly timers: Timers;
	/** Called with all events of conversations, in order. May throw. */
	readonly onEvent: (event: ConversationEvent) => void;
	/** Called with unexpected errors that stopped nothing; for logging. */
	readonly unexpected: (error: unknown) => void;
}
