import type { ModelFailureKind } from '../summary/writtenSummary.ts';

export type { ModelFailureKind };

/** A failure as data: it crosses thread boundaries and is stored in records. Contains no secrets. */
export interface ModelFailure {
	readonly kind: ModelFailureKind;
	/** What happened, for users; names the provider and the model. */
	readonly message: string;
	readonly status?: number;
	/**
	 * For `not-available`: the server does not mention the model. It is starting, loading the model, or is a proxy that
	 * cannot reach it, and may be available in a moment.
	 */
	readonly notReady?: true;
	/** For `bad-request`: nothing indicates what is wrong with the request. It may be too long. */
	readonly unexplained?: true;
	/** For `context-too-long`: the window the provider states, tokens. */
	readonly statedWindow?: number;
	/** How long the provider asks to wait, milliseconds. */
	readonly retryAfterMs?: number;
	/** Which time-out expired, for `timeout`. */
	readonly timeout?: 'total' | 'first-byte' | 'idle';
	/** What users can do about it, as a sentence. */
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
