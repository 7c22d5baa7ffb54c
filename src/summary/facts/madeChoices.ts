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

/** … for a reason. */
const reason = new RegExp(anyOf('reason'), 'iu');

/** Looks like a choice but weighs one up, leads over to one, or tells what is being done or was found. */
const undecided =
	/[:：?？]$|^(?:I see\b|I found\b|expected\b|I['’]m (?:just |now |also )?(?:fixing|correcting|bringing|updating|checking|rerunning|running|waiting)\b|could\b|should\b|maybe\b|or\b|if\b|let me (?:check|look|see|find|read|search|verify|understand|trace|run|explore|examine|investigate)\b|two (?:ways|options))|(?<!\p{L})(?:(?:is|are|would be)(?: to)? either\b|but actually\b|per the plan\b|as the plan says|judge?ment call|visual call|separate decision|up to you|your call|(?:for this|here) (?:as|because|since)|one option|options? (?:are|is)|likely|probably|I['’]m thinking|first(?=[,.;]|$)|to (?:see|look|check|test|verify|find out) (?:how|if|whether|for|what)|if you (?:like|want|prefer|agree)|(?:I|we)(?: could|['’]d| would| should| might) (?:use|go|keep|pick|choose|avoid|stick))(?!\p{L})/iu;

/** Whether a sentence weighs up, leads over or asks, whatever words of choice it has. */
export function isUndecided(sentence: string): boolean {
	return undecided.test(sentence);
}

/** Whether a sentence says why. */
export function isReasoned(sentence: string): boolean {
	return reason.test(sentence);
}

/** Whether a sentence tells of a choice that its writer made. */
export function isMadeChoice(sentence: string): boolean {
	return (
		!isUndecided(sentence) &&
		(chooses.test(sentence) ||
			(takes.test(sentence) && (contrast.test(sentence) || isReasoned(sentence))))
	);
}
