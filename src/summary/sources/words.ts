/** Words as sources are compared by: runs of letters, digits and underscores, without case. */

/** Scripts without spaces between words: each character counts as one. */
const scripts = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';

const unspaced = new RegExp(`[${scripts}]`);
const inWord = /[\p{L}\p{N}\p{M}_]/u;
const words = new RegExp(`[${scripts}]|(?:(?![${scripts}])[\\p{L}\\p{N}\\p{M}_])+`, 'gu');

/** Set beside the code of a character that is a word of its own; codes have 16 bits. */
export const alone = 0x10000;

/**
 * For every UTF-16 unit its code in lower case, 0 where it is no part of a word. A table, because a
 * summary's sources are looked for in every character of a log.
 */
export function wordCodes(): Uint32Array {
	const codes = new Uint32Array(0x10000);
	for (let code = 0; code < codes.length; code += 1) {
		const character = String.fromCharCode(code);
		if (inWord.test(character)) {
			const lower = character.toLowerCase();
			codes[code] =
				(lower.length === 1 ? lower.charCodeAt(0) : code) + (unspaced.test(character) ? alone : 0);
		}
	}
	return codes;
}

/** The words of a text in order, in lower case. */
export function wordsIn(text: string): string[] {
	return (text.match(words) ?? []).map((word) => word.toLowerCase());
}

/** Whether a word is one character of a script that puts no spaces between words. */
export function isUnspaced(word: string): boolean {
	return unspaced.test(word);
}
