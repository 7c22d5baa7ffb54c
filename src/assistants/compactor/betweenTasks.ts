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

/** The state of a session after the assistant's answer. Sizes are tokens. */
interface AnsweredSession {
	/** Size of the latest request, as the provider reported it. */
	readonly tokens: number;
	/** The part of it that is not messages. */
	readonly fixed: number;
	/** The model's window. */
	readonly window: number;
	readonly model?: string;
}

/** The requests since the latest compaction, from the session's file. */
export interface RecentRequests {
	readonly count: number;
	/** When the latest one was sent, milliseconds since the epoch. */
	readonly latestAt: number;
	/** Lifetime of the provider's cache, milliseconds; absent: not reported. */
	readonly cacheLifetimeMs?: number;
}

/**
 * Decides, with the engine's rules, when to compact a session inside its assistant while no task is active.
 * @param writer Who writes the summary.
 * @param isAnswering Whether the request for the summary continues the conversation, so that the cache serves it.
 */
export function betweenTasks(writer: 'model' | 'at-once', isAnswering = true) {
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
		/**
		 * Milliseconds until the compaction; undefined: not before the next task. The user waits for a model's summary, so it
		 * is made only shortly before the provider's cache ends.
		 * @param requests Reads the session's file, which is slow; called only if compacting may pay off.
		 */
		async delayFor(
			session: AnsweredSession,
			requests: () => Promise<RecentRequests | undefined>,
			now: number,
		): Promise<number | undefined> {
			if (before !== undefined) {
				const [was, after] = [before.tokens - session.fixed, session.tokens - session.fixed];
				guard = guardAfter(guard, { trigger: before.trigger, before: was, after });
				before = undefined;
			}
			const recent = isDue(session, 'ending', Infinity) ? await requests() : undefined;
			if (recent === undefined) {
				return undefined;
			}
			const {
				count,
				latestAt,
				cacheLifetimeMs: life = pricesOf(session.model).rules.lifetimeMs,
			} = recent;
			if (writer === 'at-once' && isDue(session, 'warm', count)) {
				return 0;
			}
			const left = life - (now - latestAt);
			return left > 0 && isDue(session, 'ending', count) ? lastMomentIn(left, life) : undefined;
		},
		/** Call it when a compaction of a context of this size has ended. */
		compacted(tokens: number, trigger: 'manual' | 'automatic'): void {
			before = { tokens, trigger };
			restsUntil = 0;
		},
		/** Call it when the user has gone back to a context of this size, from before a compaction. */
		restored({ tokens, window }: AnsweredSession): void {
			before = undefined;
			restsUntil = restAfter(tokens, { ...defaultSettings, window });
		},
	};
}
