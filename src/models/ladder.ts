import { messageOf } from '../messages/errors.ts';
import { builtIn, summariseBuiltIn } from '../summary/builtIn.ts';
import type { PromptSettings } from '../summary/prompt.ts';
import type { SummaryRequest } from '../summary/summariser.ts';
import type { Rung, WrittenSummary } from '../summary/writtenSummary.ts';
import { cooldownKey, cooldownReason, type CooldownHolder, type Cooldowns } from './cooldown.ts';
import { Interrupted } from './interrupts.ts';
import type { ModelTarget } from './modelCalls.ts';
import { writeSummary, type SentTokens } from './modelSummary.ts';
import { RungRequests, AttemptLog, type RungServices, type RungTarget } from './rungRequests.ts';

/**
 * The ladder of summarisers: the summary model, the main model, the built-in summariser, which always works. Whatever
 * happens to models, there is a summary (law 11).
 */

/** Turns a plan into a summary: the ladder of models, or the built-in summariser alone. */
export interface Summariser {
	/** @param signal Cancels this summary; the promise then rejects with the signal's reason. */
	summarise(request: SummaryRequest, signal: AbortSignal): Promise<WrittenSummary>;
}

/**
 * The built-in summariser with the interface of all summarisers.
 * @param now Milliseconds of a monotonic clock.
 */
export function builtInSummariser(now: () => number): Summariser {
	return {
		summarise(request, signal) {
			signal.throwIfAborted();
			const started = now();
			const draft = summariseBuiltIn(request);
			const ms = Math.round(now() - started);
			return Promise.resolve({
				draft,
				identity: builtIn,
				attempts: [{ rung: 'built-in', outcome: 'ok', ms }],
			});
		},
	};
}

/** The models that write summaries, and how they are called. */
export interface LadderModels extends PromptSettings {
	/** The configured summary model; absent: the main model is the first rung. */
	readonly summary?: ModelTarget;
	/** The model of the conversation; if it is also the summary model, there is no second rung. */
	readonly main?: ModelTarget;
	/** The part of the conversation that a model has cached: that model's request continues it first. */
	readonly sent?: SentTokens;
	/** Retries of a request after a temporary failure; 1 by default. */
	readonly transientRetries?: number;
	/** By id, why a model is not called this time, for display; absent: all may be called. */
	readonly withheld?: Readonly<Record<string, string>>;
}

/** Progress of writing a summary. */
export interface LadderProgress {
	readonly rung: Rung;
	/** Absent for the built-in summariser. */
	readonly model?: string;
	/** The request that starts now, and the total number, without repairs. */
	readonly piece: number;
	readonly of: number;
	/** The attempt at that request that starts now, from 1. */
	readonly attempt: number;
}

/** Dependencies of one compaction's ladder. Callbacks must not throw. */
export interface LadderOptions extends Omit<RungServices, 'transientRetries' | 'isLastModel'> {
	readonly models: LadderModels;
	/** The conversation's cooldowns. Set at most once, and not when the summary was cancelled. */
	readonly cooldowns: CooldownHolder;
	/** Windows that turned out smaller than known, tokens, by {@link cooldownKey}. */
	readonly learntWindows: Map<string, number>;
	/** The user requests a model now, regardless of recent failures. */
	readonly ignoreCooldown?: boolean;
	readonly onProgress?: (progress: LadderProgress) => void;
}

/** Retries if no setting overrides them. */
const defaultRetries = 1;

/** Number of windows to try: the known one, and smaller ones after the model rejected a request as too long. */
const maxWindows = 3;

/** A summariser for one compaction. */
export function ladderSummariser(options: LadderOptions): Summariser {
	return {
		async summarise(request, signal) {
			signal.throwIfAborted();
			return new LadderRun(options, request, signal).write();
		},
	};
}

class LadderRun {
	readonly #options: LadderOptions;
	readonly #request: SummaryRequest;
	readonly #signal: AbortSignal;
	readonly #cooldowns: Cooldowns;
	readonly #attempts: AttemptLog;

	constructor(options: LadderOptions, request: SummaryRequest, signal: AbortSignal) {
		this.#options = options;
		this.#request = request;
		this.#signal = signal;
		const before = options.cooldowns.get();
		// A user who requests a model is notified again of its problem.
		this.#cooldowns = options.ignoreCooldown === true ? withoutReported(before) : before;
		this.#attempts = new AttemptLog(options.clock, this.#cooldowns);
	}

	async write(): Promise<WrittenSummary> {
		const { clock, models, onProgress } = this.#options;
		const rungs = rungsOf(models);
		for (const [index, rung] of rungs.entries()) {
			const written = await this.#summariseWith(rung, rungs.slice(index + 1));
			this.#signal.throwIfAborted();
			if (written !== undefined) {
				return this.#withAttempts(written);
			}
		}
		onProgress?.({ rung: 'built-in', piece: 1, of: 1, attempt: 1 });
		const summariser = builtInSummariser(() => clock.monotonic());
		const written = await summariser.summarise(this.#request, this.#signal);
		this.#signal.throwIfAborted();
		return this.#withAttempts(written);
	}

	/** Calls a model; again, in smaller pieces, if its window turns out to be smaller than known. */
	async #summariseWith(
		rung: RungTarget,
		others: readonly RungTarget[],
	): Promise<WrittenSummary | undefined> {
		const { learntWindows } = this.#options;
		const reason = this.#reasonToSkip(rung);
		if (reason !== undefined) {
			this.#attempts.recordFailure(rung, 'skipped', reason, 0);
			return undefined;
		}
		const key = cooldownKey(rung.target);
		for (let tries = 0; tries < maxWindows; tries += 1) {
			const { target } = rung;
			const learnt = learntWindows.get(key);
			const window = learnt === undefined ? target.window : Math.min(learnt, target.window);
			const requests = this.#requestsOf({ ...rung, target: { ...target, window } }, others);
			const written = await this.#tryOnce(requests);
			const { smallerWindow = window } = requests;
			if (written !== undefined || !(smallerWindow < window)) {
				return written;
			}
			learntWindows.set(key, smallerWindow);
		}
		return undefined;
	}

	#requestsOf(rung: RungTarget, others: readonly RungTarget[]): RungRequests {
		const services: RungServices = {
			...this.#options,
			transientRetries: this.#options.models.transientRetries ?? defaultRetries,
			isLastModel: () => others.every((other) => this.#reasonToSkip(other) !== undefined),
		};
		return new RungRequests(rung, services, this.#attempts, this.#signal);
	}

	async #tryOnce(requests: RungRequests): Promise<WrittenSummary | undefined> {
		const { models, onProgress } = this.#options;
		const { rung } = requests.rung;
		const model = requests.target.id;
		try {
			const draft = await writeSummary(requests, this.#request, {
				...models,
				onRequest: (piece, of, attempt) => onProgress?.({ rung, model, piece, of, attempt }),
			});
			const ms = Math.round(requests.ownMs);
			return draft === undefined
				? undefined
				: {
						draft,
						identity: { kind: 'model', model },
						attempts: [{ rung, model, outcome: 'ok', ms }],
					};
		} catch (error) {
			this.#signal.throwIfAborted();
			if (error instanceof Interrupted) {
				throw error;
			}
			// Our own error ends this rung and is reported; the summary is written all the same.
			requests.failed(messageOf(error));
			return undefined;
		}
	}

	/** Why a rung is skipped; undefined if it is not. */
	#reasonToSkip({ target }: RungTarget): string | undefined {
		const { clock, cooldowns, ignoreCooldown, models } = this.#options;
		const withheld = models.withheld?.[target.id];
		return withheld !== undefined || ignoreCooldown === true
			? withheld
			: cooldownReason(cooldowns.get(), target, clock.epoch());
	}

	/** Stores new cooldowns, and adds every attempt to the summary. */
	#withAttempts(written: WrittenSummary): WrittenSummary {
		const { attempts, cooldowns, usage } = this.#attempts;
		if (cooldowns !== this.#cooldowns) {
			this.#options.cooldowns.set(cooldowns);
		}
		return {
			...written,
			attempts: [...attempts, ...written.attempts],
			...(usage === undefined ? {} : { usage }),
		};
	}
}

function withoutReported(cooldowns: Cooldowns): Cooldowns {
	return Object.fromEntries(
		Object.entries(cooldowns).map(([key, cooldown]) => [key, { ...cooldown, reported: [] }]),
	);
}

function rungsOf({ summary, main }: LadderModels): RungTarget[] {
	return [
		...(summary === undefined ? [] : [{ rung: 'summary-model', target: summary } as const]),
		...(main === undefined || main.id === summary?.id
			? []
			: [{ rung: 'main-model', target: main } as const]),
	];
}
