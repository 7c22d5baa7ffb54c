import type { CacheRules } from '../../compaction/cost/cacheRules.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { Conversation } from '../conversation.ts';

/** What a provider has cached of a conversation, as far as that follows from its requests. */
export class PromptCache {
	readonly #now: () => number;
	#requests: number;
	#last: number | undefined;
	/** The provider reported nothing cached where something could have been. */
	#isMissed = false;

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
		this.#requests += 1;
		this.#last = this.#now();
	}

	/** The provider counted what of the latest request it had cached, tokens. */
	reported(cached: number): void {
		this.#isMissed = cached === 0 && this.#requests > 1;
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
	isWarm({ lifetimeMs }: CacheRules): boolean {
		return !this.#isMissed && this.#last !== undefined && this.#now() - this.#last < lifetimeMs;
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
