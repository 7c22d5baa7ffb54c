import { textOf } from '../../messages/message.ts';
import { redactedLine } from '../redactedLine.ts';
import type { SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import type { Candidate } from './candidate.ts';
import type { Facts } from './collect.ts';
import { shortenPaths } from './paths.ts';

/**
 * What the assistant told the person at the end of each turn. Nobody knows better what was done and
 * found: names stand there in the sentences they belong to.
 */

/** Characters of an account, and of its fuller form. */
const lengths = { short: 220, fuller: 500 };

/** More messages than a log has: orders accounts between the same two calls. */
const furthestMessage = 1e8;

/** A shorter one only says that something is done, characters. */
const shortestAccount = 60;

/** The accounts of the range, newest first; the last one is told as the assistant's last words. */
export function accountCandidates({ log, range }: SummaryRequest, facts: Facts): Candidate[] {
	return facts.turns
		.flatMap(({ answer = -1 }) => {
			const message = log[answer]?.message;
			const text = message === undefined ? '' : plainLinks(textOf(message.content).trim());
			const isLast = answer + 1 === facts.lastWords?.sources[0];
			return answer < range.start || isLast || text.length < shortestAccount
				? []
				: [{ answer, text }];
		})
		.toReversed()
		.map(({ answer, text }): Candidate => {
			const told = (length: number): SummaryItem => ({
				text: `${facts.words.account}: ${shortenPaths(redactedLine(text, length), facts.root)}`,
				sources: [answer + 1],
			});
			const before = facts.uses.findLastIndex(({ callIndex }) => callIndex < answer);
			return {
				section: 'Completed Actions',
				tier: 'rest',
				item: told(lengths.short),
				...(text.length > lengths.short ? { fuller: told(lengths.fuller) } : {}),
				order: before + 1.5 + answer / furthestMessage,
			};
		});
}

/** Links to files say the same twice. */
function plainLinks(text: string): string {
	return text.replace(/\[([^\]\n]{1,200})\]\((?!https?:)[^)\s]{1,400}\)/g, '$1');
}
