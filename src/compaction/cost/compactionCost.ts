import { largestHandoffOf, overheadOf, tailBudget, type CompactionSettings } from '../budgets.ts';
import type { CacheRules } from './cacheRules.ts';

/** What a compaction would cost and save. Amounts are tokens at the price of a fresh input token. */
export interface CompactionCost {
	/** Whether the next request would find its beginning in the cache. */
	readonly isWarm: boolean;
	/** Reading again once what a cache has now, and what the summary is made from where a model writes it. */
	readonly cost: number;
	/** Not sending what was summarised, over {@link requests}. */
	readonly saving: number;
	/** Requests to be expected until the next compaction. */
	readonly requests: number;
	/** Tokens that a request would no longer carry. */
	readonly dropped: number;
	/** Tokens of handoff and tail, which a compaction changes or moves. */
	readonly reread: number;
}

/** What the estimate follows from. */
export interface CostInput {
	/** Tokens of the next request as it is. */
	readonly tokens: number;
	/** Of that compaction: one between tasks keeps less, see `betweenTasks`. */
	readonly settings: CompactionSettings;
	readonly rules: CacheRules;
	/** Whether the next request would still find its beginning in the cache. */
	readonly isWarm: boolean;
	/** What a token costs that a model reads for the summary, in fresh ones of the model in use; 0: none does. */
	readonly summariserPrice: number;
	/** Requests since the latest compaction. A conversation is taken to go on for as long as it has gone. */
	readonly requests: number;
}

/** Estimates a compaction in constant time: budgets stand for the handoff and the tail. */
export function costOf({
	tokens,
	settings,
	rules,
	isWarm,
	summariserPrice,
	requests,
}: CostInput): CompactionCost {
	const reread = largestHandoffOf(settings) + tailBudget(settings, 'automatic');
	const dropped = Math.max(0, tokens - overheadOf(settings) - reread);
	const isCached = isWarm && tokens >= rules.smallest;
	const fresh = rules.write - rules.read;
	return {
		isWarm: isCached,
		cost: (isCached ? fresh * reread : 0) + summariserPrice * dropped,
		saving: rules.read * dropped * requests + (isCached ? 0 : fresh * dropped),
		requests,
		dropped,
		reread,
	};
}

/**
 * How many times what is read again a compaction has to drop: with less the next one would follow soon, and
 * each costs something of what was said. Measured with `bench/promptCache.ts`, see `docs/benchmarks.md`.
 */
const leastDropped = 3.5;

/** Whether a compaction saves more than it costs, and enough that the next one is far off. */
export function pays({ dropped, reread, saving, cost }: CompactionCost): boolean {
	return dropped >= leastDropped * reread && saving > cost;
}
