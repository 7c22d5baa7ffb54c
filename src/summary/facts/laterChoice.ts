import { contentWords } from './contentWords.ts';
import type { Turn } from './turns.ts';

/** How a person chooses one thing of several, in English; a rule for all of the work begins otherwise. */
const chooses =
	/\b(?:I(?:['’]d| would)? (?:like|want|prefer) to (?:use|go with|take|choose|pay|book)|let['’]?s (?:use|go with|take)|go with the|(?:please|(?:could|can) you(?: please)?) (?:use|take|choose|pay|book|apply|upgrade|switch))\b/i;

/** Words by which two choices are not about the same. */
const ofChoosing = new Set(
	'use take choose pay book apply upgrade switch want like prefer please could would yes first second third last next option one'.split(
		' ',
	),
);

/**
 * The latest message behind one in which the person chooses again about the same: it completes or
 * replaces what the earlier choice says. Undefined where that chooses nothing, or nothing came later.
 * @param text The earlier choice.
 * @param request Index of its message.
 */
export function laterChoice(
	text: string,
	request: number,
	turns: readonly Turn[],
): Turn | undefined {
	if (!chooses.test(text)) {
		return undefined;
	}
	const subject = [...contentWords(text)].filter((word) => !ofChoosing.has(word));
	return turns.findLast((turn) => {
		const words = contentWords(turn.text);
		return (
			turn.request > request && chooses.test(turn.text) && subject.some((word) => words.has(word))
		);
	});
}
