import { messageOf } from '../messages/errors.ts';
import type { SummaryRequest } from '../summary/summariser.ts';
import type { Attempt, Rung, WrittenSummary } from '../summary/writtenSummary.ts';
import { builtInSummariser } from './builtIn.ts';
import {
	cooldownKey,
	describeCooldown,
	entryOf,
	remainingMs,
	type CooldownHolder,
} from './cooldown.ts';
import { Interrupted } from './interrupts.ts';
import type { ModelTarget } from './modelCalls.ts';
import { writeSummary, type RungEnd } from './modelSummary.ts';
import { lessonsOf, wasToldOf } from './tries.ts';
import { RungRequests, type RequestServices } from './rungRequests.ts';
import type { Summariser } from './summariser.ts';
import { Tries, type RungTarget } from './tries.ts';

/**
 * The ladder of summarisers: the summary model, the main model, the built-in summariser, which can
 * always do it. Whatever happens to models, there is a summary (law 11).
 */

/** Which models write summaries, and how they are asked. */
export interface LadderModels {
	/** The configured summary model; absent: the main model is the first rung. */
	readonly summary?: ModelTarget;
	/** The model of the conversation; where it is the summary model, there is no second rung. */
	readonly main?: ModelTarget;
	/** Replaces the instructions of the prompt. */
	readonly instructions?: string;
	/** How often a request is repeated after a failure that passes by itself; 1 by default. */
	readonly transientRetries?: number;
	/** Characters of one request, at most; absent: the default. */
	readonly requestCharacters?: number;
	/** By id, why a model is not asked this time, for people; absent: all may be. */
	readonly withheld?: Readonly<Record<string, string>>;
}

/** Where a summary in the making stands. */
export interface LadderProgress {
	readonly rung: Rung;
	/** Absent for the built-in summariser. */
	readonly model?: string;
	/** The request that begins now, and how many there are, repairs not counted. */
	readonly piece: number;
	readonly of: number;
	/** The try of that request that begins now, from 1. */
	readonly attempt: number;
}

/** What one compaction's ladder is built from. Those who are told of something must not throw. */
export interface LadderOptions extends Omit<RequestServices, 'transientRetries' | 'isLastModel'> {
	readonly models: LadderModels;
	/** The conversation's cooldowns. Set once at most, and not when the summary was cancelled. */
	readonly cooldowns: CooldownHolder;
	/** A person asks for a model now, whatever failed a moment ago. */
	readonly ignoreCooldown?: boolean;
	readonly onProgress?: (progress: LadderProgress) => void;
}

/** Repetitions where no setting says otherwise. */
const defaultRetries = 1;

/** Windows that a model is asked with: the known one, and smaller ones after it refused a request as too long. */
const mostWindows = 3;

/** A summariser for one compaction. */
export function ladderSummariser(options: LadderOptions): Summariser {
	return {
		async summarise(request, signal) {
			signal.throwIfAborted();
			return new Climb(options, request, signal).write();
		},
	};
}

type RungOutcome =
	| { readonly kind: 'written'; readonly written: WrittenSummary }
	/** With the window that was learnt from a refusal, tokens. */
	| (RungEnd & { readonly smallerWindow?: number })
	/** Not tried: it rests, or is withheld. */
	| { readonly kind: 'skipped' }
	/** Ended by a mistake of ours. */
	| { readonly kind: 'broken' };

/** One way up the ladder. */
class Climb {
	readonly #options: LadderOptions;
	readonly #request: SummaryRequest;
	readonly #signal: AbortSignal;
	readonly #tries: Tries;
	/** Whether somebody who was told of something failed at it. */
	#misled = false;

	constructor(options: LadderOptions, request: SummaryRequest, signal: AbortSignal) {
		this.#options = options;
		this.#request = request;
		this.#signal = signal;
		this.#tries = new Tries(options.clock);
	}

	async write(): Promise<WrittenSummary> {
		const rungs = rungsOf(this.#options.models);
		for (const [index, rung] of rungs.entries()) {
			const outcome = await this.#tryRung(rung, rungs.slice(index + 1));
			this.#signal.throwIfAborted();
			if (outcome.kind === 'written') {
				return this.#settled(outcome.written);
			}
		}
		this.#notify('built-in', () =>
			this.#options.onProgress?.({ rung: 'built-in', piece: 1, of: 1, attempt: 1 }),
		);
		const { clock } = this.#options;
		const builtIn = builtInSummariser(() => clock.monotonic());
		const written = await builtIn.summarise(this.#request, this.#signal);
		this.#signal.throwIfAborted();
		return this.#settled(written);
	}

	/** Asks a model; again, in smaller pieces, where its window turns out to be smaller than known. */
	async #tryRung(known: RungTarget, others: readonly RungTarget[]): Promise<RungOutcome> {
		let rung = known;
		for (let asked = 1; ; asked += 1) {
			const outcome = await this.#tryOnce(rung, others);
			const { target } = rung;
			const learnt = outcome.kind === 'failed' ? outcome.smallerWindow : undefined;
			if (learnt === undefined || learnt >= target.window || asked === mostWindows) {
				return outcome;
			}
			rung = { ...rung, target: { ...target, window: learnt } };
		}
	}

	async #tryOnce(rung: RungTarget, others: readonly RungTarget[]): Promise<RungOutcome> {
		const { models } = this.#options;
		const services: RequestServices = {
			...this.#options,
			transientRetries: models.transientRetries ?? defaultRetries,
			isLastModel: () => others.every((other) => this.#rest(other) !== undefined),
		};
		const requests = new RungRequests(rung, services, this.#tries, this.#signal);
		try {
			const rest = this.#rest(rung);
			if (rest !== undefined) {
				this.#tries.missed(rung, 'skipped', rest, 0);
				return { kind: 'skipped' };
			}
			const written = await writeSummary(requests, this.#request, {
				...models,
				onRequest: (piece, of, attempt) => {
					const { rung: name, model } = rung;
					this.#notify(name, () =>
						this.#options.onProgress?.({ rung: name, model, piece, of, attempt }),
					);
				},
			});
			if (written.kind !== 'written') {
				const { smallerWindow } = requests;
				return smallerWindow === undefined ? written : { ...written, smallerWindow };
			}
			const ok: Attempt = {
				rung: rung.rung,
				model: rung.model,
				outcome: 'ok',
				ms: Math.round(requests.ownMs),
			};
			const identity = { kind: 'model', model: rung.model } as const;
			return { kind: 'written', written: { draft: written.draft, identity, attempts: [ok] } };
		} catch (error) {
			this.#signal.throwIfAborted();
			if (error instanceof Interrupted) {
				throw error;
			}
			// It costs this rung and is told; the summary is written all the same.
			requests.failed(messageOf(error));
			return { kind: 'broken' };
		}
	}

	/** Why a rung is left out; undefined where it is not. */
	#rest({ target }: RungTarget): string | undefined {
		const { clock, cooldowns, ignoreCooldown, models } = this.#options;
		const withheld = models.withheld?.[target.id];
		if (withheld !== undefined) {
			return withheld;
		}
		const cooldown = entryOf(cooldowns.get(), cooldownKey(target));
		const now = clock.epoch();
		return cooldown === undefined || remainingMs(cooldown, now) === 0 || ignoreCooldown === true
			? undefined
			: describeCooldown(cooldown, now);
	}

	/** Keeps what was learnt about routes, and lists every try with the summary. */
	#settled(written: WrittenSummary): WrittenSummary {
		const { cooldowns, ignoreCooldown } = this.#options;
		const { attempts, news, usage } = this.#tries;
		this.#notify('built-in', () => {
			const before = cooldowns.get();
			const isTold = ignoreCooldown === true ? () => false : wasToldOf;
			const lessons = lessonsOf(before, news, isTold);
			lessons.untold.forEach((one) => this.#tries.tellPerson(one));
			if (lessons.cooldowns !== before) {
				cooldowns.set(lessons.cooldowns);
			}
		});
		return {
			...written,
			attempts: [...attempts, ...written.attempts],
			...(usage === undefined ? {} : { usage }),
		};
	}

	/** Lets others know. A mistake of theirs costs no summary; the first is told among the attempts. */
	#notify(rung: Rung, tell: () => void): void {
		try {
			tell();
		} catch (error) {
			if (!this.#misled) {
				this.#tries.missed({ rung }, 'failed', messageOf(error), 0);
			}
			this.#misled = true;
		}
	}
}

function rungsOf({ summary, main }: LadderModels): RungTarget[] {
	const rungs: RungTarget[] = [];
	if (summary !== undefined) {
		rungs.push({ rung: 'summary-model', target: summary, model: summary.id });
	}
	if (main !== undefined && main.id !== summary?.id) {
		rungs.push({ rung: 'main-model', target: main, model: main.id });
	}
	return rungs;
}
