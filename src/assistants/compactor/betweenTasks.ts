import { betweenTaskSettings, defaultSettings } from '../../compaction/budgets.ts';
import { lastMomentIn } from '../../compaction/cost/cacheRules.ts';
import { costOf, type CostInput } from '../../compaction/cost/compactionCost.ts';
import { pricesOf, summariserPrices } from '../../compaction/cost/modelPrices.ts';
import { noOverhead } from '../../compaction/overhead.ts';
import { freshGuard, guardAfter } from '../../compaction/thrashGuard.ts';
import {
	isDueBetweenTasks,
	type PolicyInput,
	restAfter,
} from '../../conversations/service/compactionPolicy.ts';

/** A session whose assistant has answered. Sizes are tokens. */
interface AnsweredSession {
	/** Of the latest request, as the provider reported it. */
	readonly tokens: number;
	/** The part of these besides the messages. */
	readonly fixed: number;
	/** Of the model. */
	readonly window: number;
	readonly model?: string;
}

/** What a session's file says about the requests since its latest compaction. */
export interface RecentRequests {
	readonly count: number;
	/** When the latest one was sent, milliseconds since the epoch. */
	readonly latestAt: number;
	/** How long the provider's cache lives by its own report, milliseconds; absent: it reported nothing. */
	readonly cacheLifetimeMs?: number;
}

/** When to compact a session inside its assistant while no task is active: the engine's decision. */
interface BetweenTasks {
	/**
	 * In how many milliseconds to compact; undefined: not before the next task. A model's summary makes the user wait,
	 * and comes only shortly before the provider's cache ends.
	 * @param requests Reads the session's file, which takes its time; called only if compacting may pay off.
	 */
	momentIn(
		session: AnsweredSession,
		requests: () => Promise<RecentRequests | undefined>,
		now: number,
	): Promise<number | undefined>;
	/** A compaction of a context of this size has ended. */
	compacted(tokens: number, trigger: 'manual' | 'automatic'): void;
	/** The user returned to a context of this size from before a compaction. */
	restored(session: AnsweredSession): void;
}

/**
 * @param writer Who writes the summary.
 * @param isAnswering Whether the model's request for the summary continues the conversation, which is cached.
 */
export function betweenTasks(writer: 'model' | 'at-once', isAnswering = true): BetweenTasks {
	let guard = freshGuard;
	let restsUntil = 0;
	let before: { readonly tokens: number; readonly trigger: 'manual' | 'automatic' } | undefined;

	function isDue(session: AnsweredSession, cache: CostInput['cache'], requests: number): boolean {
		const { tokens, fixed, window, model } = session;
		const overhead = { ...noOverhead, instructions: fixed };
		const settings = { ...defaultSettings, window, overhead };
		const prices = pricesOf(model);
		const cost = costOf({
			tokens,
			fixed,
			perToken: 1,
			settings: betweenTaskSettings(settings),
			rules: prices.rules,
			cache,
			requests,
			...(writer === 'at-once'
				? {}
				: { summariser: { ...summariserPrices(prices, prices), isAnswering } }),
		});
		const size: PolicyInput['size'] = { kind: 'counted', tokens };
		return isDueBetweenTasks(
			{ size, settings, guard, attempts: 0, paused: false, restsUntil },
			cost,
		);
	}

	return {
		async momentIn(session, requests, now) {
			if (before !== undefined) {
				const [was, after] = [before.tokens - session.fixed, session.tokens - session.fixed];
				guard = guardAfter(guard, { trigger: before.trigger, before: was, after });
				before = undefined;
			}
			const made = isDue(session, 'ending', Infinity) ? await requests() : undefined;
			if (made === undefined) {
				return undefined;
			}
			const {
				count,
				latestAt,
				cacheLifetimeMs: life = pricesOf(session.model).rules.lifetimeMs,
			} = made;
			if (writer === 'at-once' && isDue(session, 'warm', count)) {
				return 0;
			}
			const left = life - (now - latestAt);
			return left > 0 && isDue(session, 'ending', count) ? lastMomentIn(left, life) : undefined;
		},
		compacted(tokens, trigger) {
			before = { tokens, trigger };
			restsUntil = 0;
		},
		restored({ tokens, window }) {
			before = undefined;
			restsUntil = restAfter(tokens, { ...defaultSettings, window });
		},
	};
}
