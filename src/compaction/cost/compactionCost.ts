import { largestHandoffOf, overheadOf, tailBudget, type CompactionSettings } from '../budgets.ts';
import type { CacheRules } from './cacheRules.ts';

/** What a compaction would cost and save. Amounts are tokens at the price of a fresh input token. */
export interface CompactionCost {
	/** Reading again once what a cache has now, behind the place where the request changes. */
	readonly cost: number;
	/** Not sending what was summarised, over {@link requests}. */
	readonly saving: number;
	/** Requests to be expected until the next compaction. */
	readonly requests: number;
	/** Tokens that a request would no longer carry. */
	readonly dropped: number;
}

/** What the estimate follows from. */
export interface CostInput {
	/** Tokens of the next request as it is. */
	readonly tokens: number;
	readonly settings: CompactionSettings;
	readonly rules: CacheRules;
	/** Whether the next request would still find its beginning in the cache. */
	readonly isWarm: boolean;
	/** Requests since the latest compaction. A conversation is taken to go on for as long as it has gone. */
	readonly requests: number;
}

/** Estimates a compaction in constant time: budgets stand for the handoff and the tail. */
export function costOf({ tokens, settings, rules, isWarm, requests }: CostInput): CompactionCost {
	const reread = largestHandoffOf(settings) + tailBudget(settings, 'automatic');
	const dropped = Math.max(0, tokens - overheadOf(settings) - reread);
	return {
		cost: isWarm ? (rules.write - rules.read) * reread : 0,
		saving: rules.read * dropped * requests + (isWarm ? 0 : (rules.write - rules.read) * dropped),
		requests,
		dropped,
	};
}

/**
 * Least share of what is read again that a compaction has to drop: with less the next one would
 * follow soon, and each costs something of what was said.
 */
const leastDropped = 1;

/** Whether a compaction saves more than it costs, and enough that the next one is far off. */
export function pays(cost: CompactionCost, settings: CompactionSettings): boolean {
	const reread = largestHandoffOf(settings) + tailBudget(settings, 'automatic');
	return cost.dropped >= leastDropped * reread && cost.saving > cost.cost;
}
