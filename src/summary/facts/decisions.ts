import { textOf, type Log } from '../../messages/message.ts';
import type { SummaryItem } from '../sections.ts';
import { sentencesOf } from './sentences.ts';

/** A choice was made … */
const choice =
	/(?<!\p{L})(?:decided|decision|chose|chosen|choosing|instead of|rather than|opted|going with|I'?ll (?:use|go with|keep|switch|avoid)|we(?:'ll| will| should)? (?:use|keep|go with)|I went with|switch(?:ed|ing)? to|the (?:best|right|simplest|cleanest|better) (?:approach|fix|solution|way|option)|trade-?off|entschieden|entscheide|stattdessen|anstatt|décidé|choisi|plutôt que|au lieu de|decidido|decidí|en lugar de|em vez de|decidi|optei|deciso|scelto|invece di|решил|выбрал|вместо|决定|选择|而不是|改用|采用|ことにした|ことにします|代わりに|採用|결정|대신|선택)(?!\p{L})/iu;

/** … for a reason. */
const reason =
	/(?<!\p{L})(?:because|since|so that|due to|to avoid|as it|which (?:means|avoids|keeps|lets)|otherwise|in order to|weil|damit|da es|denn|parce que|car|afin de|pour éviter|puisque|porque|para que|para evitar|ya que|perché|poiché|per evitare|потому что|чтобы|так как|因为|由于|以便|避免|ため|ので|から|때문|위해)(?!\p{L})/iu;

/** Looks like a choice but weighs one up, leads over to one, or describes what was found. */
const undecided =
	/[:：?？]$|^(?:I see\b|could\b|should\b|maybe\b|or\b|if\b|let me (?:check|look|see)|two (?:ways|options))|(?<!\p{L})(?:judge?ment call|visual call|separate decision|up to you|your call|one option|options? (?:are|is))(?!\p{L})/iu;

/** Scripts written without spaces around words, where borders cannot be asked for. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const unspacedChoice = /决定|选择|而不是|改用|采用|ことにし|代わりに|採用し|결정|대신|선택했/u;

/** Sentences of the assistant that name a choice; those that give a reason come first in value. */
export interface Decision extends SummaryItem {
	readonly reasoned: boolean;
}

/** Choices the assistant stated in `[start, end)`, verbatim, in order, each once. */
export function decisionsOf(log: Log, start: number, end: number): Decision[] {
	const found = new Map<string, Decision>();
	for (let index = start; index < end; index += 1) {
		const message = log[index]?.message;
		if (message?.role !== 'assistant') {
			continue;
		}
		for (const sentence of sentencesOf(textOf(message.content))) {
			if (sentence.length >= 25 && isChoice(sentence) && !undecided.test(sentence)) {
				found.set(sentence.toLowerCase(), {
					text: sentence,
					sources: [index + 1],
					reasoned:
						reason.test(sentence) ||
						(unspaced.test(sentence) && /因为|由于|ため|ので|때문/.test(sentence)),
				});
			}
		}
	}
	return [...found.values()];
}

function isChoice(sentence: string): boolean {
	return choice.test(sentence) || (unspaced.test(sentence) && unspacedChoice.test(sentence));
}
