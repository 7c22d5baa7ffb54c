/** Words and names of texts, for comparing a model's summary with its log. */

/** Consecutive letters, digits and underscores. */
const word = /[\p{L}\p{N}_]+/gu;

/** Scripts without spaces: a run of their letters is not a word. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Minimum letters of a significant word; shorter ones are mostly function words. */
const minLetters = 4;

/** The words of a text in lower case and composed characters. */
export function wordsIn(text: string): string[] {
	return text.toLowerCase().normalize('NFC').match(word) ?? [];
}

/** Words that distinguish texts: long enough, or numbers; none of scripts without spaces. */
export function significantWords(text: string): string[] {
	return wordsIn(text).filter(
		(each) => (each.length >= minLetters || /^\d{2,}$/.test(each)) && !unspaced.test(each),
	);
}

/** The words of a text, each between single spaces: for finding consecutive words in it. */
export function wordLine(text: string): string {
	return ` ${wordsIn(text).join(' ')} `;
}

/** The beginning of a word that its inflected forms share. */
export function stemOf(word: string): string {
	return word.length > 6
		? word.slice(0, Math.max(5, word.length - 3))
		: word.length > 4
			? word.slice(0, -1)
			: word;
}

/** Whether a text is written without spaces between words, at least in part. */
export function isUnspaced(text: string): boolean {
	return unspaced.test(text);
}

/** A text in lower case and composed characters, with `/` in its paths. */
export function folded(text: string): string {
	const lower = text.toLowerCase().normalize('NFC');
	return lower.includes('\\') ? lower.replaceAll('\\', '/') : lower;
}

/** The JSON of a call's arguments, {@link folded}, with its escapes resolved. */
export function foldedArguments(json: string): string {
	return folded(json.includes('\\') ? json.replace(/\\(u[\da-f]{4}|.)/gi, unescaped) : json);
}

function unescaped(_: string, escape: string): string {
	return escape.length > 1
		? String.fromCharCode(Number.parseInt(escape.slice(1), 16))
		: /[nrt]/.test(escape)
			? ' '
			: escape;
}

/** The last part of a path. */
export function baseName(path: string): string {
	return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
