import type { ModelFailure } from '../../models/modelError.ts';

/** Why a message was not answered. */
export type NotAnswered =
	/** Taken back while it was queued, before it came into the log. */
	| { readonly kind: 'withdrawn' }
	/** The turn was stopped. What had come of the reply stays. */
	| { readonly kind: 'stopped' }
	/** The service ended, or the conversation was deleted or closed. */
	| { readonly kind: 'shut-down' | 'deleted' | 'closed' }
	/** The model's call failed. */
	| { readonly kind: 'model'; readonly failure: ModelFailure }
	/** The model ended without a word. */
	| { readonly kind: 'no-reply' }
	/** The message or its reply could not be stored. */
	| { readonly kind: 'store'; readonly message: string }
	| { readonly kind: 'unexpected'; readonly message: string };

/** How a submitted message ended; each one ends exactly once. */
export type TurnEnd =
	/** `messages` long; the number of the last one is `last`. */
	| { readonly kind: 'answered'; readonly messages: number; readonly last: number }
	| { readonly kind: 'not-answered'; readonly cause: NotAnswered };

/** A message on its way: queued, answered, or not answered. */
export interface Submission {
	/** Counts up over the service. */
	readonly id: number;
	/**
	 * The message's number once it is in the log and durable; undefined when it never gets there.
	 * One that waits only for a compaction is there at once.
	 */
	readonly accepted: Promise<number | undefined>;
	/** Never rejects. */
	readonly ended: Promise<TurnEnd>;
	/** Takes the message back while it is queued, stops its turn when that runs. */
	cancel(): void;
}

/** An end without an answer. */
export function notAnswered(cause: NotAnswered): TurnEnd {
	return { kind: 'not-answered', cause };
}
