import { lifetimeOf, type CacheRules } from '../../compaction/cost/cacheRules.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { Conversation } from '../conversation.ts';

/** What a provider has cached of a conversation, as far as that follows from its requests. */
export class PromptCache {
	readonly #now: () => number;
	#requests: number;
	#last: number | undefined;
	/** The provider reported nothing cached where something could have been. */
	#isMissed = false;
	/** Between the latest two requests, milliseconds. */
	#pause = 0;
	/** The longest pause after which the provider still had most of a request. */
	#outlived = 0;

	/**
	 * @param now Milliseconds of a clock that does not run backwards.
	 * @param requests Since the latest compaction.
	 * @param last When the latest request before now was answered, by that clock; undefined: none is known.
	 */
	constructor(now: () => number, requests: number, last?: number) {
		this.#now = now;
		this.#requests = requests;
		this.#last = last;
	}

	/** Requests since the latest compaction. */
	get requests(): number {
		return this.#requests;
	}

	/** A request leaves: what it begins with lives on. */
	requested(): void {
		const now = this.#now();
		this.#requests += 1;
		this.#pause = now - (this.#last ?? now);
		this.#last = now;
	}

	/** The provider counted the latest request, and what of it was cached. Tokens. */
	reported(tokens: number, cached: number): void {
		this.#isMissed = cached === 0 && this.#requests > 1;
		// Instructions and tools alone may be those of another conversation.
		if (cached > 0 && cached >= tokens / 2) {
			this.#outlived = Math.max(this.#outlived, this.#pause);
		}
	}

	/** The conversation is a fork of another: what that has cached is what this begins with. */
	goesOnFrom(origin: PromptCache): void {
		this.#last = origin.#last;
	}

	/** A compaction was committed. */
	compacted(): void {
		this.#requests = 0;
	}

	/**
	 * Whether a request now would find its beginning cached: not before the first one, not after its
	 * lifetime, and not where the provider has reported that it had nothing cached.
	 */
	isWarm(rules: CacheRules): boolean {
		return this.left(rules) > 0;
	}

	/** How long it is warm from now on, milliseconds; 0: it is not. */
	left(rules: CacheRules): number {
		return this.#isMissed || this.#last === undefined
			? 0
			: Math.max(0, this.#last + this.life(rules) - this.#now());
	}

	/** How long it lives without a request, milliseconds: as is known, or longer where the provider has shown it. */
	life(rules: CacheRules): number {
		return lifetimeOf(rules, this.#outlived);
	}
}

/** Requests that the messages since the latest compaction took: each has one reply. */
export function requestsSince({ log, active }: Conversation): number {
	let requests = 0;
	const start = hasSummary(active) ? active.logLength : 0;
	for (let index = start; index < log.length; index += 1) {
		requests += log[index]?.message.role === 'assistant' ? 1 : 0;
	}
	return requests;
}
