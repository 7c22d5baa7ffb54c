import type { ReplyProblem } from '../summary/replyCheck.ts';
import type { ModelTarget } from './modelCalls.ts';

/** How long a reply may be: reasoning counts as output, though nothing of it is the summary. */

/**
 * What is known of a model's thinking. `took-some`: a reply was cut off, and thinking may have taken
 * most of it, because some models hide theirs.
 */
export type Thinking = 'unseen' | 'took-some' | 'took-all';

/**
 * Tokens a model may think with, beyond those of the summary. Without any, a model that thinks is cut
 * off before its first heading, and so is the repair.
 *
 * `first` is granted from the start where the model's longest reply is known, because a limit above it
 * is refused. It is kept small: a model that does not think and rambles instead is paid for.
 * `seen` is granted once thinking took everything, known or not: OpenAI advises to reserve 25,000
 * tokens, and models that think write replies at least as long.
 */
const thinkingTokens = { first: 8_000, seen: 25_000 };

/** Share of the free window a reply with thinking may fill: our count of the input is an estimate. */
const windowShare = 0.5;

/**
 * Tokens of the longest reply to ask for: those of the summary, and what thinking may take on top.
 * @param free Tokens the request leaves of the window.
 */
export function replyTokens(
	summaryTokens: number,
	free: number,
	{ maxOutput }: Pick<ModelTarget, 'maxOutput'>,
	thinking: Thinking,
): number {
	if (maxOutput === undefined && thinking !== 'took-all') {
		return summaryTokens;
	}
	const extra = thinking === 'unseen' ? thinkingTokens.first : thinkingTokens.seen;
	const most = Math.min(maxOutput ?? Number.POSITIVE_INFINITY, free * windowShare);
	return Math.max(summaryTokens, Math.floor(Math.min(summaryTokens + extra, most)));
}

/** What is known after a reply that was not accepted. */
export function thinkingAfter({ reason }: ReplyProblem, before: Thinking): Thinking {
	if (reason === 'reasoning-only') {
		return 'took-all';
	}
	return reason === 'cut-off' && before === 'unseen' ? 'took-some' : before;
}
