import type { ModelFailureKind } from './modelFailureKind.ts';
import type { SummariserIdentity, SummaryDraft } from './summariser.ts';

/** A step of the ladder on which a summary may be written. */
export type Rung = 'summary-model' | 'main-model' | 'built-in';

/** One try at writing a summary, as receipts, logs and the command line show it. */
export interface Attempt {
	readonly rung: Rung;
	/** The model's id; absent for the built-in summariser. */
	readonly model?: string;
	readonly outcome:
		| 'ok'
		/** The call failed. */
		| 'failed'
		/** A reply came and was not accepted. */
		| 'rejected'
		/** Not tried: it rests after a failure, or the person's limits of cost withhold it. */
		| 'skipped';
	/** What went wrong, for people; without secrets. */
	readonly error?: string;
	/** For `failed`, where the model is to blame: why, and what can be done about it. */
	readonly failure?: AttemptFailure;
	/**
	 * Only a person can mend it (a key, credit, a permission), and has to be told of it now. Once for
	 * each kind of failure until the route has answered again; always where a person asked for a model.
	 */
	readonly tellPerson?: true;
	/** Milliseconds it took. */
	readonly ms: number;
}

/** A failure as far as it matters when it is over. Without secrets. */
export interface AttemptFailure {
	readonly kind: ModelFailureKind;
	/** What people can do about it, as a sentence. */
	readonly advice?: string;
}

/** What all requests for one summary used, as far as the provider reported it. */
export interface SummaryUsage {
	/** Requests that were answered. */
	readonly requests: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	/** Part of the input that the provider had cached. */
	readonly cachedTokens?: number;
	/** US dollars, where the provider reports it or prices are set. */
	readonly cost?: number;
}

/** A summary, who wrote it, and what it took. */
export interface WrittenSummary {
	readonly draft: SummaryDraft;
	readonly identity: SummariserIdentity;
	/** Every try, in order; the last one is the one that wrote it. */
	readonly attempts: readonly Attempt[];
	/** Absent when no model answered, or none reported. */
	readonly usage?: SummaryUsage;
}
