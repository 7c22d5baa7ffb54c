import { visibleText } from './visibleText.ts';

/** Longest text of an item that is shown, characters: more than anybody reads in a side bar. */
const longest = 20_000;

/** A text that may have been cut. */
export interface ShortenedText {
	readonly text: string;
	/** Characters that were left out. */
	readonly left: number;
}

/** An item's text as far as it is shown, with nothing hidden in it. */
export function shortened(text: string): ShortenedText {
	if (text.length <= longest) {
		return { text: visibleText(text), left: 0 };
	}
	// A pair of surrogates is one character.
	const end = /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
	return { text: visibleText(text.slice(0, end)), left: text.length - end };
}
