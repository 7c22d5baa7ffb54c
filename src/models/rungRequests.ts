import { redactedLine } from '../summary/redactedLine.ts';
import type { Attempt, AttemptFailure, Rung, SummaryUsage } from '../summary/writtenSummary.ts';
import { requestTokens, type ModelAnswer, type ModelRequest, type TokenUsage } from './client.ts';
import { cooldownsAfter, type Cooldowns } from './cooldown.ts';
import { costOf, type ModelCalls, type ModelTarget } from './modelCalls.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from './modelError.ts';
import { abortable } from './waiting.ts';

/** The requests of one rung of the ladder, with retries if they may help, and their results. */

/** Clocks; tests replace them. */
export interface LadderClock {
	/** Milliseconds of a monotonic clock. */
	monotonic(): number;
	/** Milliseconds since the epoch. */
	epoch(): number;
}

/** Dependencies of requests. */
export interface RungServices {
	readonly calls: ModelCalls;
	readonly clock: LadderClock;
	/** Waits this many milliseconds; rejects when the signal is aborted. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
	/** Retries of a request after a temporary failure. */
	readonly transientRetries: number;
	/** Whether no other model is left. */
	readonly isLastModel: () => boolean;
}

/** A rung with a model. */
export interface RungTarget {
	readonly rung: Exclude<Rung, 'built-in'>;
	readonly target: ModelTarget;
}

/** Characters of an error that are kept; less is displayed. */
const errorLength = 1_000;

/** The failed attempts at one summary, in order; the successful one is not included. */
export class AttemptLog {
	readonly attempts: Attempt[] = [];
	/** Cooldowns, updated after each request. */
	cooldowns: Cooldowns;
	readonly #clock: LadderClock;
	readonly #answers: { readonly target: ModelTarget; readonly usage: TokenUsage | undefined }[] =
		[];

	constructor(clock: LadderClock, cooldowns: Cooldowns) {
		this.#clock = clock;
		this.cooldowns = cooldowns;
	}

	/**
	 * Records a failed attempt.
	 * @param error May contain secrets.
	 * @param ms Its duration, milliseconds.
	 */
	recordFailure(
		{ rung, target }: RungTarget,
		outcome: 'failed' | 'rejected' | 'skipped',
		error: string,
		ms: number,
		failure?: AttemptFailure,
	): void {
		this.attempts.push({
			rung,
			model: target.id,
			outcome,
			error: redactedLine(error, errorLength),
			...(failure === undefined ? {} : { failure: keptFailure(failure) }),
			ms: Math.round(ms),
		});
	}

	/** Records that a request was answered, whether or not the reply is accepted. */
	answered(target: ModelTarget, usage: TokenUsage | undefined): void {
		this.#answers.push({ target, usage });
		this.updateCooldowns(target);
	}

	/** Updates the cooldowns. @param failure Of a request that failed despite retries: its last attempt. */
	updateCooldowns(target: ModelTarget, failure?: ModelFailure): void {
		const now = this.#clock.epoch();
		this.cooldowns = cooldownsAfter(this.cooldowns, target, failure, now, () => {
			const last = this.attempts.pop();
			if (last !== undefined) {
				this.attempts.push({ ...last, tellPerson: true });
			}
		});
	}

	/** Usage of the requests, across all models; absent if none was reported. */
	get usage(): SummaryUsage | undefined {
		const reported = this.#answers.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
		if (reported.length === 0) {
			return undefined;
		}
		const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
		const cached = reported.flatMap(({ cachedTokens = [] }) => cachedTokens);
		const costs = this.#answers.flatMap(
			({ target, usage }) => (usage && costOf(target, usage)) ?? [],
		);
		return {
			requests: this.#answers.length,
			inputTokens: sum(reported.map(({ inputTokens }) => inputTokens)),
			outputTokens: sum(reported.map(({ outputTokens }) => outputTokens)),
			...(cached.length === 0 ? {} : { cachedTokens: sum(cached) }),
			// A partial sum would mislead.
			...(costs.length === this.#answers.length ? { cost: sum(costs) } : {}),
		};
	}
}

/** The part of a failure that is kept. Advice is ours but may contain values from the user's settings. */
function keptFailure({ kind, advice }: AttemptFailure): AttemptFailure {
	return advice === undefined ? { kind } : { kind, advice: redactedLine(advice, errorLength) };
}

/** The outcome of a request. */
export type RequestOutcome =
	/** With a reply, after this many milliseconds. */
	| { readonly kind: 'answered'; readonly answer: ModelAnswer; readonly ms: number }
	| { readonly kind: 'failed'; readonly failure: ModelFailure };

/** Wait before the first retry; doubles each time. Milliseconds. */
const firstWait = 1_000;

/** The longest wait; if a provider asks for more, another model is the better choice. */
const longestWait = 10_000;

/** The setting may allow many retries, but someone is waiting for the summary. */
const maxRetries = 10;

/** The requests to one model. */
export class RungRequests {
	readonly rung: RungTarget;
	readonly #services: RungServices;
	readonly #attempts: AttemptLog;
	readonly #signal: AbortSignal;
	readonly #started: number;
	/** After a request was rejected as too long: the window to plan for, tokens. */
	smallerWindow: number | undefined;
	/** Milliseconds spent on failures and waits. */
	#lostMs = 0;

	constructor(rung: RungTarget, services: RungServices, attempts: AttemptLog, signal: AbortSignal) {
		this.rung = rung;
		this.#services = services;
		this.#attempts = attempts;
		this.#signal = signal;
		this.#started = services.clock.monotonic();
	}

	get target(): ModelTarget {
		return this.rung.target;
	}

	/** Milliseconds of the rung so far, without those of failures. */
	get ownMs(): number {
		return this.#services.clock.monotonic() - this.#started - this.#lostMs;
	}

	/**
	 * Sends a request. After a time-out or a broken connection it is sent once more, with a fresh client from the pool;
	 * after a temporary failure, as often as the setting allows.
	 * @param onTry Called before each attempt.
	 * @throws The signal's reason, and errors that are not failures of the model.
	 */
	async send(request: ModelRequest, onTry: () => void): Promise<RequestOutcome> {
		const { calls, clock } = this.#services;
		let [renewed, repeated] = [false, 0];
		for (;;) {
			onTry();
			const started = clock.monotonic();
			try {
				const call = (): Promise<ModelAnswer> => calls.call(this.target, request, this.#signal);
				const answer = await abortable(call, this.#signal);
				this.#attempts.answered(this.target, answer.usage);
				return { kind: 'answered', answer, ms: clock.monotonic() - started };
			} catch (error) {
				if (this.#signal.aborted || !(error instanceof ModelError)) {
					throw error;
				}
				const failure = this.#classified(error.failure, request);
				this.failed(failure.message, failure, clock.monotonic() - started);
				const isLost = failure.kind === 'timeout' || failure.kind === 'connection';
				const pause = this.#pauseAfter(failure, repeated);
				if (isLost && !renewed) {
					// The model itself may be fine: the connection to it may have died.
					renewed = true;
				} else if (pause === undefined) {
					this.#attempts.updateCooldowns(this.target, failure);
					return { kind: 'failed', failure };
				} else {
					repeated += 1;
					await this.#pause(pause);
				}
			}
		}
	}

	/** Records that the model was not called, or that a request failed. @param error The reason, for users. */
	failed(error: string, failure?: AttemptFailure, ms = this.ownMs): void {
		this.#lostMs += ms;
		this.#attempts.recordFailure(this.rung, 'failed', error, ms, failure);
	}

	/** Records a reply that was not accepted. @param ms Its duration, milliseconds. */
	rejected(error: string, ms: number): void {
		this.#lostMs += ms;
		this.#attempts.recordFailure(this.rung, 'rejected', error, ms);
	}

	/** Records that its replies were cut off repeatedly: the next compaction does not try the model again at once. */
	cutOff(error: string): void {
		this.#attempts.updateCooldowns(this.target, { kind: 'cut-off', message: error });
	}

	/**
	 * If a server is not ready, another model is used at once. If there is none, it counts as an ordinary failure of the
	 * server: with retries and a cooldown.
	 */
	#classified(failure: ModelFailure, request: ModelRequest): ModelFailure {
		if (failure.kind === 'context-too-long' && request.continuesAfter === undefined) {
			const refused = requestTokens(request) + (request.maxOutputTokens ?? 0);
			const { statedWindow } = failure;
			this.smallerWindow =
				statedWindow === undefined ? Math.floor(refused / 2) : Math.min(statedWindow, refused);
		}
		return failure.notReady === true && this.#services.isLastModel()
			? { ...failure, kind: 'server' }
			: failure;
	}

	/** The wait before a retry, milliseconds; undefined: there is none. */
	#pauseAfter({ kind, retryAfterMs = -1 }: ModelFailure, repeated: number): number | undefined {
		if (!isTemporary(kind) || !(repeated < Math.min(this.#services.transientRetries, maxRetries))) {
			return undefined;
		}
		if (!(retryAfterMs >= 0)) {
			return Math.min(firstWait * 2 ** repeated, longestWait);
		}
		return retryAfterMs <= longestWait ? retryAfterMs : undefined;
	}

	async #pause(ms: number): Promise<void> {
		const { clock, wait } = this.#services;
		const started = clock.monotonic();
		await abortable(() => wait(ms, this.#signal), this.#signal);
		this.#lostMs += clock.monotonic() - started;
	}
}

function isTemporary(kind: ModelFailureKind): boolean {
	return kind === 'rate-limited' || kind === 'overloaded' || kind === 'server';
}
