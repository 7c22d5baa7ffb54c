import { anyOf } from './languages/languages.ts';

/**
 * Sentences by which an assistant tells of a choice it made. One that it offers, foresees or weighs up is
 * none, nor is one half of a comparison: "instead of" stands in every account of what was mended.
 */

/** A choice was made: in English in the first person. */
const chooses = new RegExp(anyOf('choice'), 'iu');

/** A step uses something as well: these words need what it was chosen over, or why. What is being done is no choice. */
const takes =
	/\b(?:I|we)(?:['’](?:ve|ll|m|re)| have| will| am| are)? (?:(?:also|then|now|just|therefore) )*(?:use|used|switch to|leave|left|keeping(?! \w+ing\b)|put|add|added|made|split|stored?|moved?|wrote)\b/iu;

const contrast = /\b(?:instead of|rather than|over the)\b/iu;

/** Leaves something as it is, which is a choice only over something else or for a reason: by itself it tells how things stand, until they change. */
const leaves =
	/\b(?:I|we)(?:['’](?:ve|ll|m|re)| have| will| am| are)? (?:(?:also|then|now|just|therefore|deliberately) )*(?:kept|keep(?:ing)?(?! \w+ing\b)|avoid(?:ing)?|stick(?:ing)? (?:to|with)|left|leav(?:e|ing))\b/iu;

/** What is done in its place. */
const means = /\bby \w+ing\b/iu;

/** A choice by name, which needs neither. */
const decides =
	/\b(?:decided|chose|chosen|choosing|opted|opting|picked|picking(?! up\b)|settled on|settling on|going with|go with|went with|switched to|standardi[sz](?:ed|ing) on|sticking with)\b/iu;

/** Of what it is a choice stands in another sentence. */
const dangles =
	/\b(?:I|we)(?:['’](?:ve|ll|m|re)| have| will| am| are)? (?:\w+ )?(?:kept|keep(?:ing)?|left|leav(?:e|ing)|put(?:ting)?|used?|using|mov(?:e|ed|ing)|split|made|stor(?:e|ed|ing)|add(?:ed)?|wrote) (?:it|them)\b/iu;

/** What a choice of another clause is for: "so I keep this clean". */
const purpose = /(?<!,) so (?:that )?(?:I|we)\b(?!['’]ll| will)[^,;.]*/giu;

/** The next step, which is only looked for, run or thought about. */
const announces =
	/\b(?:I|we|let me|let us)(?:['’](?:ll|m|re|s)| will| am| are)?(?: going to)? (?:(?:just|now|also|then|first|next|quickly) )*(?:look|check|inspect|read|search|review|verif|trac|explor|examin|investigat|work(?:ing)? through|walk|think|go(?:ing)? (?:through|over)|compar|fetch|pull|re-?run|run|test|start|begin|pick(?:ing)? up|ask|analy[sz]|consider|explain|summari[sz]|wait|gather|study|confirm|find|see)/iu;

/** How a check ended, which the next one overtakes; in a choice by name it is the reason. */
const reports =
	/\b(?:pass(?:es|ed)?|fails?|failed|succeeds?|succeeded) with\b|\b(?:remaining|no|zero|\d+) (?:errors?|warnings?|failures?|failing tests?|issues)\b/iu;

/** … for a reason. */
const reason = new RegExp(anyOf('reason'), 'iu');

/** Looks like a choice but weighs one up, leads over to one, or tells what is being done or was found. */
const undecided =
	/[:：?？]$|^(?:I see\b|I found\b|expected\b|I['’]m (?:just |now |also )?(?:fixing|correcting|bringing|updating|checking|rerunning|running|waiting)\b|could\b|should\b|maybe\b|or\b|if\b|let me (?:check|look|see|find|read|search|verify|understand|trace|run|explore|examine|investigate)\b|two (?:ways|options))|(?<!\p{L})(?:(?:is|are|would be)(?: to)? either\b|but actually\b|per the plan\b|as the plan says|judge?ment call|visual call|separate decision|up to you|your call|(?:for this|here) (?:as|because|since)|one option|options? (?:are|is)|likely|probably|I['’]m thinking|first(?=[,.;]|$)|to (?:see|look|check|test|verify|find out) (?:how|if|whether|for|what)|if you (?:like|want|prefer|agree)|(?:I|we)(?: could|['’]d| would| should| might) (?:use|go|keep|pick|choose|avoid|stick))(?!\p{L})/iu;

/** Whether a sentence weighs up, announces, reports, leads over or asks, whatever words of choice it has. */
export function isUndecided(sentence: string): boolean {
	return (
		[undecided, announces].some((each) => each.test(sentence)) ||
		(reports.test(sentence) && !decides.test(sentence))
	);
}

/** Whether a sentence says why. */
export function isReasoned(sentence: string): boolean {
	return reason.test(sentence);
}

/** Whether a sentence tells of a choice that its writer made. */
export function isMadeChoice(sentence: string): boolean {
	const main = sentence.replaceAll(purpose, '');
	if (isUndecided(main) || dangles.test(main)) {
		return false;
	}
	const isLeft = leaves.test(main) && !decides.test(main);
	const isChosenOver = contrast.test(main) || isReasoned(sentence);
	return isLeft
		? isChosenOver || means.test(main)
		: chooses.test(main) || (takes.test(main) && isChosenOver);
}
