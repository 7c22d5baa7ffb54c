/** Why a call to a model failed, by what can be done about it. */
export type ModelFailureKind =
	/** Nothing came in time; `timeout` says which of the times. */
	| 'timeout'
	/** The connection could not be made, broke, or carried what is no reply. */
	| 'connection'
	/** 401, or no key where one is needed. */
	| 'authentication'
	/** 402, or an exhausted quota whatever the status. */
	| 'credit'
	/** 403, or a refused consent. */
	| 'forbidden'
	/** 404, 503, or a message that the model, its deployment or a channel to it is not there. */
	| 'not-available'
	/** The request is larger than the model's window. */
	| 'context-too-long'
	/** 429. */
	| 'rate-limited'
	/** 529, or a message that says so. */
	| 'overloaded'
	/** Other 5xx. */
	| 'server'
	/** Other 4xx: the request itself is refused. */
	| 'bad-request';

/** A failure as data: it crosses thread borders and is kept in records. No secret is in it. */
export interface ModelFailure {
	readonly kind: ModelFailureKind;
	/** What happened, for people; names the provider and the model. */
	readonly message: string;
	readonly status?: number;
	/** How long the provider asks to wait, milliseconds. */
	readonly retryAfterMs?: number;
	/** Which time ran out, for `timeout`. */
	readonly timeout?: 'total' | 'first-byte' | 'idle';
	/** What people can do about it, as a sentence. */
	readonly advice?: string;
}

/** A call to a model that failed. Interrupts are not failures: see `Interrupted`. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly failure: ModelFailure;

	constructor(failure: ModelFailure, options?: ErrorOptions) {
		super(failure.message, options);
		this.failure = failure;
	}
}
