import { textOf, type Log, type LogRange } from '../../messages/message.ts';
import type { SummaryItem } from '../sections.ts';
import { isCounter } from './decisions.ts';
import { sentencesOf } from './sentences.ts';
import type { Turn } from './turns.ts';

/** Characters of a sentence that says something and is no document. */
const lengths = { least: 30, most: 300 };

/** What stands for itself and is no word of a sentence: code, and links with their targets. */
const quoted = /`[^`]*`|\[[^\]]*\]\([^)]*\)/g;

/** Words, or letters of a script without spaces, that a sentence has besides. */
const leastWords = 5;

/** Leads over to what is done next, asks, or addresses the person. */
const passing =
	/[:：?？]$|^(?:let me|let's|now|next|first|then|ok(?:ay)?|good|great|perfect|I(?:'ll| will| need to| should|'m going)|we (?:need|should)|checking|looking|running|would you|do you|shall I)\b/i;

/** How things stood then: what came later may say otherwise, and what holds is told from the results. */
const passingState =
	/\b(?:pass(?:es|ed|ing)?|fail(?:s|ed|ing|ure)?|green|red|broken|works?|working|compiles?|builds?|fixed|clean|done|now)\b/i;

/**
 * What the assistant stated in these messages, sentence by sentence, verbatim, each once; nothing of
 * what the person then took back, and no state that passes.
 */
export function spokenSentences(
	log: Log,
	turns: readonly Turn[],
	{ start, end }: LogRange,
): SummaryItem[] {
	const refuted = new Set(
		turns.flatMap(({ answer }, position) =>
			answer !== undefined && isCounter(turns[position + 1]?.text ?? '') ? [answer] : [],
		),
	);
	const found = new Map<string, SummaryItem>();
	for (let index = start; index < end; index += 1) {
		const message = log[index]?.message;
		if (message?.role !== 'assistant' || refuted.has(index)) {
			continue;
		}
		for (const text of sentencesOf(textOf(message.content))) {
			if (
				text.length <= lengths.most &&
				!passing.test(text) &&
				!passingState.test(text) &&
				isWhole(text)
			) {
				found.set(text, { text, sources: [index + 1] });
			}
		}
	}
	return [...found.values()];
}

/** Entries of lists mean little without what stands above them. */
function isWhole(text: string): boolean {
	const words = text.replace(quoted, '').match(/\p{Script=Han}|\p{L}{2,}/gu) ?? [];
	return text.length >= lengths.least && words.length >= leastWords && /[.!。！]$/.test(text);
}
