import type { NothingToDo, TokensBeforeAndAfter } from './compaction.ts';
import type { Message } from './messages.ts';
import type { FocusOptions, SignalOptions } from './options.ts';
import type { Section } from './summary.ts';

/** Sizes are tokens. */
export interface CompactMessagesOptions extends FocusOptions, SignalOptions {
	/** From 1,000; absent: 200,000. */
	readonly window?: number;
	/**
	 * A share of the window up to 1, or tokens from 1,000: smaller lists are left alone. Absent: every
	 * list is compacted.
	 */
	readonly threshold?: number;
	/** The longest the handoff may become, from 300. */
	readonly summaryTokens?: number;
	/** The longest the verbatim end may become. */
	readonly tailTokens?: number;
}

/** What became of a list of messages. */
export type CompactedMessages =
	| {
			readonly kind: 'compacted';
			/** What to send instead. */
			readonly messages: readonly Message[];
			readonly tokens: TokensBeforeAndAfter;
			readonly sections: readonly Section[];
			readonly handoff: string;
	  }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo | 'below-threshold' }
	/** It would not have become smaller. */
	| {
			readonly kind: 'refused';
			readonly reason: 'not-smaller';
			readonly tokens: TokensBeforeAndAfter;
	  };
