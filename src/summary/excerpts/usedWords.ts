import { textOf, toolCallsOf, type Log, type LogRange } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a use of a word by somebody says of its worth. */
const weights = { person: 3, assistant: 2.7, call: 0.7 } as const;

/** How much each word is used by whom it matters to, from the range to the end of the log. */
export function usedWords(log: Log, { start }: LogRange, words: Vocabulary): Map<number, number> {
	const used = new Map<number, number>();
	const use = (text: string, weight: number): void => {
		for (const word of words.wordsOf(text)) {
			used.set(word, (used.get(word) ?? 0) + weight);
		}
	};
	for (const { message } of log.slice(start)) {
		if (message.role === 'user') {
			use(personText(message), weights.person);
		} else if (message.role === 'assistant') {
			use(textOf(message.content), weights.assistant);
			toolCallsOf(message).forEach((call) => use(call.arguments, weights.call));
		}
	}
	return used;
}
