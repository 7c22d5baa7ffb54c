import type { InputPrices } from '../../compaction/cost/modelPrices.ts';
import type { CompactionSettings } from '../../compaction/budgets.ts';
import type { Trigger } from '../../compaction/policy.ts';
import type { LogRange, Message } from '../../messages/message.ts';
import type { TokenCounter } from '../../messages/tokens.ts';
import type { CooldownHolder } from '../../models/cooldown.ts';
import type { Timers } from '../../models/deadlines.ts';
import type { LadderProgress, Summariser } from '../../models/ladder.ts';
import type { SqliteStore } from '../store/sqliteStore.ts';

import type { ConversationEvent } from './events.ts';

/** What the conversation service needs from outside. */

/** What a model is sent. */
export interface TurnContext {
	readonly conversation: string;
	readonly messages: readonly Message[];
	/** Our own count of the messages. */
	readonly tokens: number;
	/** Messages of the log that it was made from. */
	readonly length: number;
}

/** What one compaction's summariser is made for. */
export interface SummaryJob {
	readonly conversation: string;
	readonly trigger: Trigger;
	/** Who asked where the trigger is `manual`; absent: the person. */
	readonly askedBy?: 'extension';
	/** Messages of the log that the latest request was made from; absent: no provider has it cached as it is now. */
	readonly sent?: {
		readonly length: number;
		/** Those of them that a summary stood for. */
		readonly covered?: LogRange;
	};
	/** The conversation's cooldowns, kept with it. */
	readonly cooldowns: CooldownHolder;
	readonly onProgress: (progress: LadderProgress) => void;
}

/** What settings say about a conversation now. */
export interface ServiceSettings {
	readonly compaction: CompactionSettings;
	/** What the input of the model in use costs. */
	readonly prices: InputPrices;
	/** Whether the assistant is offered the recall tool. */
	readonly recall: boolean;
	/** Whether conversations are compacted by themselves. */
	readonly automatic: boolean;
}

/** Everything the service is built from. None of the functions may throw, but for `hear`. */
export interface ServiceParts {
	readonly store: SqliteStore;
	readonly counter: TokenCounter;
	readonly summariserFor: (job: SummaryJob) => Summariser;
	readonly settingsOf: (conversation: string) => ServiceSettings;
	/** Milliseconds of a clock that does not run backwards. */
	readonly monotonic: () => number;
	/** Milliseconds since the epoch: the clock of what is stored. */
	readonly epoch: () => number;
	/** Waits this many milliseconds, or rejects with the signal's reason. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
	/** Of the same clock. */
	readonly timers: Timers;
	/** Hears of everything that happens to conversations, in order. May throw. */
	readonly hear: (event: ConversationEvent) => void;
	/** Hears of what should not have happened and stopped nothing: goes to the log. */
	readonly unexpected: (error: unknown) => void;
}
