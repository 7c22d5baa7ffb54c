import { largestHandoffOf, tailBudget, type CompactionSettings } from '../budgets.ts';
import type { CacheRules } from './cacheRules.ts';

/** Estimated cost and savings of a compaction. Amounts are tokens at the price of a fresh input token. */
export interface CompactionCost {
	/** Whether the beginning of the next request would be cached. */
	readonly isWarm: boolean;
	/** Re-reading cached content once, and the summary's own request if a model writes it. */
	readonly cost: number;
	/** From not sending the summarised messages in the next {@link requests}. */
	readonly saving: number;
	/** Expected requests until the next compaction. */
	readonly requests: number;
	/** Tokens that a request would no longer carry. */
	readonly dropped: number;
	/** Tokens of handoff and tail, which a compaction changes or moves. */
	readonly reread: number;
}

/** Estimated savings of the requests since a compaction. */
export interface SavedSince {
	readonly requests: number;
	/** Tokens of all these requests. */
	readonly tokens: number;
	/** Minimum in US dollars, as if every token had been cached; absent: no price is known. */
	readonly dollars?: number;
}

/** A model that writes summaries. Prices are relative to a fresh input token of the model in use. */
export interface WriterPrices {
	/** Of an uncached input token. */
	readonly read: number;
	/** Of an output token. */
	readonly written: number;
	/** Whether it is the model in use: the request for a summary then continues the last request, and reads its cache. */
	readonly isAnswering: boolean;
}

/** Inputs of the estimate. */
export interface CostInput {
	/** Tokens of the next request without a compaction. */
	readonly tokens: number;
	/** The part of these that no compaction reduces: everything except the messages. */
	readonly fixed: number;
	/** The provider's count of the messages divided by our own count. */
	readonly perToken: number;
	/** Settings of the compaction: one between tasks keeps less, see `betweenTaskSettings`. */
	readonly settings: CompactionSettings;
	/** Tokens of the next request after the compaction, by its plan; absent: the budgets are used. */
	readonly after?: number;
	readonly rules: CacheRules;
	/** Whether the beginning of a request is cached. `ending`: for a request now, but not for the next one. */
	readonly cache: 'warm' | 'ending' | 'cold';
	/** Absent: no model writes the summary. */
	readonly summariser?: WriterPrices;
	/** Requests since the latest compaction. A conversation is expected to continue for as long again. */
	readonly requests: number;
}

/** Share of a handoff that its model writes, if it has enough room; the ledger and the user's words take the rest. */
const writtenShare = 0.5;

/** Estimates a compaction in constant time: without a plan, budgets are used for the sizes of handoff and tail. */
export function costOf({
	tokens,
	fixed,
	perToken,
	settings,
	after,
	rules,
	cache,
	summariser,
	requests,
}: CostInput): CompactionCost {
	const handoff = largestHandoffOf(settings);
	const budgets = Math.round(perToken * (handoff + tailBudget(settings, 'automatic')));
	const reread = after === undefined ? budgets : Math.max(0, after - fixed);
	const dropped = Math.max(0, tokens - fixed - reread);
	const isCacheable = tokens >= rules.smallest;
	const isCached = cache === 'warm' && isCacheable;
	const isContinuation = summariser?.isAnswering === true && cache !== 'cold' && isCacheable;
	const read = isContinuation ? rules.read * tokens : (summariser?.read ?? 0) * dropped;
	const written = (summariser?.written ?? 0) * writtenShare * handoff;
	const fresh = rules.write - rules.read;
	return {
		isWarm: isCached,
		cost: (isCached ? fresh * reread : 0) + read + written,
		saving: rules.read * dropped * requests + (isCached ? 0 : fresh * dropped),
		requests,
		dropped,
		reread,
	};
}

/**
 * Minimum ratio of dropped to re-read tokens: with less, the next compaction would follow soon, and each loses some
 * content. Measured with `bench/promptCache.ts`, see `docs/benchmarks.md`.
 */
const minDroppedRatio = 3;

/** Whether a compaction saves more than it costs, and enough that the next one is far off. */
export function paysOff({ dropped, reread, saving, cost }: CompactionCost): boolean {
	return dropped >= minDroppedRatio * reread && saving > cost;
}

/**
 * The savings of a compaction so far; undefined before the first request after it.
 * @param saved Tokens saved per request.
 */
export function savedSince(
	saved: number,
	requests: number,
	{ rules, perMillion }: { readonly rules: CacheRules; readonly perMillion?: number },
): SavedSince | undefined {
	const tokens = saved * requests;
	if (tokens <= 0) {
		return undefined;
	}
	const dollars =
		perMillion === undefined ? {} : { dollars: (tokens * rules.read * perMillion) / 1e6 };
	return { requests, tokens, ...dollars };
}
