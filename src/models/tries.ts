import { redactedLine } from '../summary/redactedLine.ts';
import type { Attempt, AttemptFailure, Rung, SummaryUsage } from '../summary/writtenSummary.ts';
import type { TokenUsage } from './client.ts';
import type { ModelTarget } from './modelCalls.ts';
import type { ModelFailure } from './modelError.ts';
import type { RouteNews } from './routeNews.ts';
import { UsageSum } from './usageSum.ts';

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
