import type { ModelFailureKind } from '../summary/modelFailureKind.ts';

export type { ModelFailureKind };

/** A failure as data: it crosses thread borders and is kept in records. No secret is in it. */
export interface ModelFailure {
	readonly kind: ModelFailureKind;
	/** What happened, for people; names the provider and the model. */
	readonly message: string;
	readonly status?: number;
	/**
	 * For `not-available`: the server said nothing of the model. It is starting, loading the model, or
	 * behind a proxy that cannot reach it, and may be there in a moment.
	 */
	readonly notReady?: true;
	/** For `bad-request`: nothing says what is wrong with the request. It may be too long. */
	readonly unexplained?: true;
	/** For `context-too-long`: the window the provider states, tokens. */
	readonly statedWindow?: number;
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
