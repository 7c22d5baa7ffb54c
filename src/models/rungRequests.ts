import type { AttemptFailure } from '../summary/writtenSummary.ts';
import { abortable } from './waiting.ts';
import { requestTokens, type ModelAnswer, type ModelRequest } from './client.ts';
import type { ModelCalls, ModelTarget } from './modelCalls.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from './modelError.ts';
import type { LadderClock, RungTarget, Tries } from './tries.ts';

/** The requests of one rung, each tried again where that may help. */

/** What requests are made with. */
export interface RequestServices {
	readonly calls: ModelCalls;
	readonly clock: LadderClock;
	/** Waits this many milliseconds; rejects when the signal is aborted. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
	/** How often a request is repeated after a failure that passes by itself. */
	readonly transientRetries: number;
	/** Whether no other model is left to step in. */
	readonly isLastModel: () => boolean;
}

/** How a request ended. */
export type Asked =
	/** With a reply, after this many milliseconds. */
	| { readonly kind: 'answered'; readonly answer: ModelAnswer; readonly ms: number }
	| { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Waits before repetitions: this, then twice as long each time. Milliseconds. */
const firstWait = 1_000;

/** The longest wait; where a provider asks for more, another model is the better choice. */
const longestWait = 10_000;

/** A setting may ask for many repetitions; somebody waits for the summary. */
const mostRetries = 10;

/** The requests made of one model. */
export class RungRequests {
	readonly rung: RungTarget;
	readonly #services: RequestServices;
	readonly #tries: Tries;
	readonly #signal: AbortSignal;
	readonly #started: number;
	#smallerWindow: number | undefined;
	/** Milliseconds that went into failures and waits. */
	#lost = 0;

	constructor(rung: RungTarget, services: RequestServices, tries: Tries, signal: AbortSignal) {
		this.rung = rung;
		this.#services = services;
		this.#tries = tries;
		this.#signal = signal;
		this.#started = services.clock.monotonic();
	}

	get target(): ModelTarget {
		return this.rung.target;
	}

	/** After a request was refused as too long: the window to plan for, tokens. */
	get smallerWindow(): number | undefined {
		return this.#smallerWindow;
	}

	/** Milliseconds the rung took so far, without what failures have on their own account. */
	get ownMs(): number {
		return this.#services.clock.monotonic() - this.#started - this.#lost;
	}

	/**
	 * Sends a request. After a time-out or a broken connection it is sent once more, with the fresh
	 * client the pool then has; after a failure that passes by itself as often as the setting says.
	 * @param onTry Before each time it is sent.
	 * @throws The signal's reason, and what is no failure of the model.
	 */
	async ask(request: ModelRequest, onTry: () => void): Promise<Asked> {
		let renewed = false;
		let repeated = 0;
		for (;;) {
			onTry();
			const tried = await this.#try(request);
			if (tried.kind === 'answered') {
				return tried;
			}
			const { failure } = tried;
			if (failure.kind === 'context-too-long') {
				const refused = requestTokens(request) + (request.maxOutputTokens ?? 0);
				const { statedWindow } = failure;
				this.#smallerWindow =
					statedWindow === undefined ? Math.floor(refused / 2) : Math.min(statedWindow, refused);
			}
			if (isLost(failure.kind) && !renewed) {
				renewed = true;
				continue;
			}
			const pause = this.#pauseAfter(failure, repeated);
			if (pause === undefined) {
				this.#tries.gaveUp(this.target, failure);
				return tried;
			}
			repeated += 1;
			await this.#pause(pause);
		}
	}

	/** The model was not asked, or not to the end. @param error Why, for people. */
	failed(error: string, failure?: AttemptFailure): void {
		this.#miss('failed', error, this.ownMs, failure);
	}

	/** A reply that took this long was not accepted. */
	rejected(error: string, ms: number): void {
		this.#miss('rejected', error, ms);
	}

	/** Its replies were cut off again and again: the next compaction need not wait for more of them. */
	cutOff(error: string): void {
		this.#tries.gaveUp(this.target, { kind: 'cut-off', message: error });
	}

	async #try(request: ModelRequest): Promise<Asked> {
		const { calls, clock } = this.#services;
		const started = clock.monotonic();
		try {
			const answer = await abortable(
				() => calls.call(this.target, request, this.#signal),
				this.#signal,
			);
			this.#tries.answered(this.target, answer.usage);
			return { kind: 'answered', answer, ms: clock.monotonic() - started };
		} catch (error) {
			if (this.#signal.aborted || !(error instanceof ModelError)) {
				throw error;
			}
			const failure = this.#weighed(error.failure);
			this.#miss('failed', failure.message, clock.monotonic() - started, failure);
			return { kind: 'failed', failure };
		}
	}

	/**
	 * A server that is not ready gives way to another model at once. Where there is none, it is a
	 * failure of the server like any other: waited out, and left alone for a while.
	 */
	#weighed(failure: ModelFailure): ModelFailure {
		return failure.notReady === true && this.#services.isLastModel()
			? { ...failure, kind: 'server' }
			: failure;
	}

	#miss(outcome: 'failed' | 'rejected', error: string, ms: number, failure?: AttemptFailure): void {
		this.#lost += ms;
		this.#tries.missed(this.rung, outcome, error, ms, failure);
	}

	/** How long to wait before a repetition, milliseconds; undefined: there is none. */
	#pauseAfter({ kind, retryAfterMs }: ModelFailure, repeated: number): number | undefined {
		if (!isPassing(kind) || !(repeated < Math.min(this.#services.transientRetries, mostRetries))) {
			return undefined;
		}
		if (retryAfterMs === undefined || !(retryAfterMs >= 0)) {
			return Math.min(firstWait * 2 ** repeated, longestWait);
		}
		return retryAfterMs <= longestWait ? retryAfterMs : undefined;
	}

	async #pause(ms: number): Promise<void> {
		const { clock, wait } = this.#services;
		const started = clock.monotonic();
		await abortable(() => wait(ms, this.#signal), this.#signal);
		this.#lost += clock.monotonic() - started;
	}
}

/** Nothing is known to be wrong with the model: the connection to it may have died. */
function isLost(kind: ModelFailureKind): boolean {
	return kind === 'timeout' || kind === 'connection';
}

function isPassing(kind: ModelFailureKind): boolean {
	return kind === 'rate-limited' || kind === 'overloaded' || kind === 'server';
}
