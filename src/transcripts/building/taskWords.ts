import type { Message } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { firstWords } from './titles.ts';

/** What benchmarks put in front of the issue they hand to an agent; the last that is there counts. */
const openings: readonly RegExp[] = [
	/^ISSUE:\s*/m,
	/<(?:pr_description|issue_description|issue)>\s*(?:Consider the following PR description:\s*)?/,
	/^Consider the following PR description:\s*/,
	/^(?:Please solve this issue|Solve this issue|Task): /m,
];

/** Characters of a task among which its issue begins. */
const reach = 2_000;

/**
 * The first words of a task without the phrases that all tasks of a benchmark share; empty when
 * nobody set one.
 */
export function taskWords(messages: Iterable<Message>): string {
	for (const message of messages) {
		if (isFromPerson(message)) {
			const text = personText(message);
			const start = Math.max(
				...openings.map((pattern) => {
					const match = pattern.exec(text.slice(0, reach));
					return match === null ? 0 : match.index + match[0].length;
				}),
			);
			// Issues have a title of their own, as their first line.
			const [issueTitle = ''] = text.slice(start, start + reach).split('\n', 1);
			return firstWords([{ role: 'user', content: start === 0 ? text : issueTitle }]);
		}
	}
	return '';
}
