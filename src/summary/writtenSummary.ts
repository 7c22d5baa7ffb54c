import type { SummariserIdentity, SummaryDraft } from './summariser.ts';

/** A step of the ladder of summarisers. */
export type Rung = 'summary-model' | 'main-model' | 'built-in';

/** An attempt at writing a summary, for receipts, logs and the command line. */
export interface Attempt {
	readonly rung: Rung;
	/** The model's id; absent for the built-in summariser. */
	readonly model?: string;
	readonly outcome:
		| 'ok'
		/** The call failed. */
		| 'failed'
		/** The reply was not accepted. */
		| 'rejected'
		/** Not tried: it rests after a failure, or the user's cost limits do not allow it. */
		| 'skipped';
	/** What went wrong, for display; without secrets. */
	readonly error?: string;
	/** For `failed`, if the model caused it: why, and what can be done about it. */
	readonly failure?: AttemptFailure;
	/**
	 * Only the user can fix it (a key, credit, a permission), and has to be notified now: once per kind of failure until
	 * the route has answered again, and always if the user requested the model.
	 */
	readonly tellPerson?: true;
	/** Milliseconds it took. */
	readonly ms: number;
}

/** Why a call to a model failed, classified by what can be done about it. Records contain it for every attempt. */
export type ModelFailureKind =
	/** No reply within the time-out. */
	| 'timeout'
	/** The connection could not be made, broke, or returned something that is not a reply. */
	| 'connection'
	/** 401, or a required key is missing. */
	| 'authentication'
	/** 402, or an exhausted quota with any status. */
	| 'credit'
	/** 403, or consent was refused. */
	| 'forbidden'
	/** 404, 503, or a message that the model, its deployment or a channel to it is unavailable. */
	| 'not-available'
	/** The request is larger than the model's window. */
	| 'context-too-long'
	/** 429. */
	| 'rate-limited'
	/** 529, or a message that says so. */
	| 'overloaded'
	/** Every reply ended before it was complete. */
	| 'cut-off'
	/** Other 5xx. */
	| 'server'
	/** Other 4xx: the request itself is rejected. */
	| 'bad-request';

/** A failure, as far as it matters afterwards. Without secrets. */
export interface AttemptFailure {
	readonly kind: ModelFailureKind;
	/** What users can do about it, as a sentence. */
	readonly advice?: string;
}

/** Total usage of all requests for one summary, as far as the provider reported it. */
export interface SummaryUsage {
	/** Requests with a reply. */
	readonly requests: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	/** The cached part of the input. */
	readonly cachedTokens?: number;
	/** US dollars, if the provider reports it or prices are set. */
	readonly cost?: number;
}

/** A summary with its author and usage. */
export interface WrittenSummary {
	readonly draft: SummaryDraft;
	readonly identity: SummariserIdentity;
	/** All attempts in order; the last one wrote the summary. */
	readonly attempts: readonly Attempt[];
	/** Absent: no model replied, or no usage was reported. */
	readonly usage?: SummaryUsage;
}
