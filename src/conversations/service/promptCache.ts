import { lifetimeOf, type CacheRules } from '../../compaction/cost/cacheRules.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { Conversation } from '../conversation.ts';

/** What a provider has cached of a conversation, as far as its requests indicate. */
export class PromptCache {
	readonly #now: () => number;
	#requests: number;
	#last: number | undefined;
	/** The provider reported no cache hit although one was possible. */
	#isMissed = false;
	/** Between the latest two requests, milliseconds. */
	#pause = 0;
	/** The longest pause after which the provider still had most of a request. */
	#outlived = 0;

	/**
	 * @param now Milliseconds of a monotonic clock.
	 * @param requests Since the latest compaction.
	 * @param last When the latest request before now was answered, by that clock; undefined: unknown.
	 * @param life Its cache's lifetime, as known then; 0: unknown.
	 */
	constructor(now: () => number, requests: number, last?: number, life = 0) {
		this.#now = now;
		this.#requests = requests;
		this.#last = last;
		this.#outlived = Math.max(0, life - 1);
	}

	/** Requests since the latest compaction. */
	get requests(): number {
		return this.#requests;
	}

	/** A request is sent: its beginning stays cached. */
	requested(): void {
		const now = this.#now();
		this.#requests += 1;
		this.#pause = now - (this.#last ?? now);
		this.#last = now;
	}

	/** The provider's count of the latest request, and of its cached part. Tokens. */
	reported(tokens: number, cached: number): void {
		this.#isMissed = cached === 0 && this.#requests > 1;
		// Cached instructions and tools alone may come from another conversation.
		if (cached > 0 && cached >= tokens / 2) {
			this.#outlived = Math.max(this.#outlived, this.#pause);
		}
	}

	/** The conversation is a fork of another, whose cached requests begin with the same messages. */
	continueFrom(origin: PromptCache): void {
		this.#last = origin.#last;
	}

	/** Another context is active. @param requests Since its latest compaction. */
	replaced(requests: number): void {
		this.#requests = requests;
	}

	/**
	 * Whether the beginning of a request now would be cached: not before the first one, not after its lifetime, and not if
	 * the provider has reported a cache miss.
	 */
	isWarm(rules: CacheRules): boolean {
		return this.left(rules) > 0;
	}

	/** Milliseconds until the cache expires; 0: it has expired. */
	left(rules: CacheRules): number {
		return this.#isMissed || this.#last === undefined
			? 0
			: Math.max(0, this.#last + this.life(rules) - this.#now());
	}

	/** The cache's lifetime without a request, milliseconds: as documented, or longer if the provider has shown that. */
	life(rules: CacheRules): number {
		return lifetimeOf(rules, this.#outlived);
	}
}

/** The number of requests for the messages since the latest compaction: each has one reply. */
export function requestsSince({ log, active }: Conversation): number {
	let requests = 0;
	const start = hasSummary(active) ? active.logLength : 0;
	for (let index = start; index < log.length; index += 1) {
		requests += log[index]?.message.role === 'assistant' ? 1 : 0;
	}
	return requests;
}
