import { textOf, type Log } from '../../messages/message.ts';
import { contentWords } from '../facts/contentWords.ts';
import type { FoundSummary } from '../foreign/found.ts';
import type { Turn } from '../facts/turns.ts';

/**
 * What became of the plans that another assistant's summary tells of. Its statements are prose about the
 * moment it was written; what came later is in the log, and wins.
 */

/** Requests behind such a summary from which on its plans are over. */
const plansEnd = 2;

/** A longer plan is an account of the next step, which was taken then, characters. */
const longestPlan = 300;

/** Share of a plan's words in one later message that speaks of it. */
const spokenShare = 0.4;

/** Fewer words name nothing that could be found again. */
const fewestWords = 3;

/** Whether the person went on to other things after another assistant's summary. */
export function plansAreOver({ index, isOwn }: FoundSummary, turns: readonly Turn[]): boolean {
	return !isOwn && turns.filter(({ request }) => request > index).length >= plansEnd;
}

/** Tells whether a plan may still be open: it is short, and no later message speaks of it. */
export function untouchedSince(log: Log, { index }: FoundSummary): (plan: string) => boolean {
	let messages: readonly Set<string>[] | undefined;
	return (plan) => {
		const words = contentWords(plan);
		if (plan.length > longestPlan || words.size < fewestWords) {
			return false;
		}
		messages ??= log
			.slice(index + 1)
			.filter(({ message }) => message.role === 'assistant' || message.role === 'user')
			.map(({ message }) => contentWords(textOf(message.content)));
		const enough = words.size * spokenShare;
		return !messages.some(
			(spoken) => [...words].filter((word) => spoken.has(word)).length >= enough,
		);
	};
}
