import { redactedLine } from '../summary/redactedLine.ts';
import type { Attempt, AttemptFailure, Rung, SummaryUsage } from '../summary/writtenSummary.ts';
import type { TokenUsage } from './client.ts';
import {
	cooldownKey,
	needsPerson,
	withFailure,
	withSuccess,
	withTold,
	type Cooldowns,
} from './cooldown.ts';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure, ModelFailureKind } from './modelError.ts';

/** Characters of an error that are kept; what is shown is shorter still. */
const errorLength = 1_000;

/** The clocks of the composition root; tests have their own. */
export interface LadderClock {
	/** Milliseconds of a clock that does not run backwards. */
	monotonic(): number;
	/** Milliseconds since the epoch. */
	epoch(): number;
}

/** A rung with a model on it. */
export interface RungTarget {
	readonly rung: Exclude<Rung, 'built-in'>;
	readonly target: ModelTarget;
	/** The model's id. */
	readonly model: string;
}

/** What became of the tries at one summary, but for the one that wrote it. */
export class Tries {
	readonly #clock: LadderClock;
	readonly #attempts: Attempt[] = [];
	readonly #news: RouteNews[] = [];
	readonly #usage = new UsageSum();

	constructor(clock: LadderClock) {
		this.#clock = clock;
	}

	/** The tries that came to nothing, in order. */
	get attempts(): readonly Attempt[] {
		return this.#attempts;
	}

	/** What was learnt about routes, in order. */
	get news(): readonly RouteNews[] {
		return this.#news;
	}

	/** Absent when no model answered, or none reported. */
	get usage(): SummaryUsage | undefined {
		return this.#usage.total;
	}

	/**
	 * A try that came to nothing.
	 * @param error May hold secrets.
	 * @param ms Milliseconds it took.
	 */
	missed(
		{ rung, model }: Pick<Attempt, 'rung' | 'model'>,
		outcome: 'failed' | 'rejected' | 'skipped',
		error: string,
		ms: number,
		failure?: AttemptFailure,
	): void {
		this.#attempts.push({
			rung,
			...(model === undefined ? {} : { model }),
			outcome,
			error: redactedLine(error, errorLength),
			...(failure === undefined ? {} : { failure: kept(failure) }),
			ms: Math.round(ms),
		});
	}

	/** A request was answered, whatever the answer is worth. */
	answered(target: ModelTarget, usage: TokenUsage | undefined): void {
		this.#usage.add(target, usage);
		this.#news.push({ target, atMs: this.#clock.epoch() });
	}

	/** A request failed, and trying again did not help: the try that came last. */
	gaveUp(target: ModelTarget, failure: ModelFailure): void {
		const attempt = this.#attempts.length - 1;
		this.#news.push({ target, failure, attempt, atMs: this.#clock.epoch() });
	}

	/** Marks the try behind a piece of news as one that a person has to be told of. */
	tellPerson({ attempt: index }: RouteNews): void {
		const attempt = index === undefined ? undefined : this.#attempts[index];
		if (index !== undefined && attempt !== undefined) {
			this.#attempts[index] = { ...attempt, tellPerson: true };
		}
	}
}

/** What of a failure is kept. Advice is ours but may name what a person has set. */
function kept({ kind, advice }: AttemptFailure): AttemptFailure {
	return advice === undefined ? { kind } : { kind, advice: redactedLine(advice, errorLength) };
}

/** Tokens a price is stated for. */
const priced = 1e6;

/** Adds up what the requests for one summary used, whichever models answered them. */
class UsageSum {
	#requests = 0;
	#reported = 0;
	#input = 0;
	#output = 0;
	#cached: number | undefined;
	/** Undefined as soon as one request's is not known: less than the whole would mislead. */
	#cost: number | undefined = 0;

	/** A request was answered. */
	add(target: ModelTarget, usage: TokenUsage | undefined): void {
		this.#requests += 1;
		const cost = usage === undefined ? undefined : costOf(target, usage);
		this.#cost = this.#cost === undefined || cost === undefined ? undefined : this.#cost + cost;
		if (usage === undefined) {
			return;
		}
		this.#reported += 1;
		this.#input += usage.inputTokens;
		this.#output += usage.outputTokens;
		if (usage.cachedTokens !== undefined) {
			this.#cached = (this.#cached ?? 0) + usage.cachedTokens;
		}
	}

	/** Absent when no model answered, or none reported. */
	get total(): SummaryUsage | undefined {
		if (this.#reported === 0) {
			return undefined;
		}
		return {
			requests: this.#requests,
			inputTokens: this.#input,
			outputTokens: this.#output,
			...(this.#cached === undefined ? {} : { cachedTokens: this.#cached }),
			...(this.#cost === undefined ? {} : { cost: this.#cost }),
		};
	}
}

/** US dollars: as the provider says, else by the prices a person stated; undefined: not known. */
export function costOf({ prices }: ModelTarget, usage: TokenUsage): number | undefined {
	if (usage.cost !== undefined || prices === undefined) {
		return usage.cost;
	}
	return (usage.inputTokens * prices.input + usage.outputTokens * prices.output) / priced;
}

/** What was learnt about a route: it answered, or it failed and trying again did not help. */
export interface RouteNews {
	readonly target: ModelTarget;
	readonly failure?: ModelFailure;
	/** Index of the try that failed, among those of the summary. */
	readonly attempt?: number;
	/** Milliseconds since the epoch. */
	readonly atMs: number;
}

/** What follows from news of routes. */
export interface Lessons {
	/** The same object where nothing has changed. */
	readonly cooldowns: Cooldowns;
	/** Failures only a person can mend, of which the person was not told before. */
	readonly untold: readonly RouteNews[];
}

/** Whether the person knows of such a failure, of whichever model of the route. */
export function wasToldOf(
	cooldowns: Cooldowns,
	{ route }: ModelTarget,
	kind: ModelFailureKind,
): boolean {
	return Object.entries(cooldowns).some(
		([key, { told }]) => key.startsWith(cooldownKey({ route, id: '' })) && told.includes(kind),
	);
}

/**
 * Cooldowns after the news, which come in the order they happened.
 * @param isTold Whether the person knows of such a failure of a route.
 */
export function lessonsOf(
	before: Cooldowns,
	news: readonly RouteNews[],
	isTold: typeof wasToldOf = wasToldOf,
): Lessons {
	let cooldowns = before;
	const untold: RouteNews[] = [];
	for (const one of news) {
		const { failure, target, atMs } = one;
		const key = cooldownKey(target);
		if (failure === undefined) {
			cooldowns = withSuccess(cooldowns, key);
			continue;
		}
		cooldowns = withFailure(cooldowns, key, failure, atMs);
		const isAmong = untold.some(
			(other) => other.failure?.kind === failure.kind && other.target.route === target.route,
		);
		if (needsPerson(failure.kind) && !isAmong && !isTold(cooldowns, target, failure.kind)) {
			untold.push(one);
			cooldowns = withTold(cooldowns, key, failure.kind);
		}
	}
	return { cooldowns, untold };
}
