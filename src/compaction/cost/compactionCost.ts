import { largestHandoffOf, tailBudget, type CompactionSettings } from '../budgets.ts';
import type { CacheRules } from './cacheRules.ts';

/** What a compaction would cost and save. Amounts are tokens at the price of a fresh input token. */
export interface CompactionCost {
	/** Whether the next request would find its beginning in the cache. */
	readonly isWarm: boolean;
	/** Reading again once what a cache has now, and the summary's own request where a model writes it. */
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

/** What requests since a compaction no longer carried, estimated. */
export interface SavedSince {
	readonly requests: number;
	/** Tokens of all of them. */
	readonly tokens: number;
	/** US dollars at the least, as if a cache had held each token; absent: no price is known. */
	readonly dollars?: number;
}

/** A model that writes summaries. Prices are in fresh tokens of the model in use. */
export interface WriterPrices {
	/** Of a token that it reads and has in no cache. */
	readonly read: number;
	/** Of a token that it writes. */
	readonly written: number;
	/** It is the model in use: it is asked behind what it was last sent. */
	readonly isAnswering: boolean;
}

/** What the estimate follows from. */
export interface CostInput {
	/** Tokens of the next request as it is. */
	readonly tokens: number;
	/** Of these, what no compaction makes smaller: whatever is not in the messages. */
	readonly fixed: number;
	/** Of that compaction: one between tasks keeps less, see `betweenTasks`. */
	readonly settings: CompactionSettings;
	readonly rules: CacheRules;
	/** What a request finds of its beginning. `ending`: one now would find it, the next one not. */
	readonly cache: 'warm' | 'ending' | 'cold';
	/** Absent: no model writes the summary. */
	readonly summariser?: WriterPrices;
	/** Requests since the latest compaction. A conversation is taken to go on for as long as it has gone. */
	readonly requests: number;
}

/** Share of a handoff that its model writes, where it has room enough; the ledger and the person's words have the rest. */
const writtenShare = 0.5;

/** Estimates a compaction in constant time: budgets stand for the handoff and the tail. */
export function costOf({
	tokens,
	fixed,
	settings,
	rules,
	cache,
	summariser,
	requests,
}: CostInput): CompactionCost {
	const handoff = largestHandoffOf(settings);
	const reread = handoff + tailBudget(settings, 'automatic');
	const dropped = Math.max(0, tokens - fixed - reread);
	const isCacheable = tokens >= rules.smallest;
	const isCached = cache === 'warm' && isCacheable;
	const isBehind = summariser?.isAnswering === true && cache !== 'cold' && isCacheable;
	const read = isBehind ? rules.read * tokens : (summariser?.read ?? 0) * dropped;
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
 * How many times what is read again a compaction has to drop: with less the next one would follow soon, and
 * each costs something of what was said. Measured with `bench/promptCache.ts`, see `docs/benchmarks.md`.
 */
const leastDropped = 3.5;

/** Whether a compaction saves more than it costs, and enough that the next one is far off. */
export function paysOff({ dropped, reread, saving, cost }: CompactionCost): boolean {
	return dropped >= leastDropped * reread && saving > cost;
}

/**
 * What a compaction has saved so far; undefined before the first request after it.
 * @param saved Tokens that each request no longer carries.
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
