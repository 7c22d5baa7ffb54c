/** Words and names of a text, as a model's summary is compared with its log. */

/** Letters, digits and underscores in a row. */
const word = /[\p{L}\p{N}_]+/gu;

/** Scripts that write no spaces: a run of their letters is no word. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Letters of a word that tells one statement from another; shorter ones join others. */
const shortestTelling = 4;

/** The words of a text in lower case. */
export function wordsIn(text: string): string[] {
	return text.toLowerCase().match(word) ?? [];
}

/** Words that tell something: long enough, and numbers; none of scripts without spaces. */
export function significantWords(text: string): string[] {
	return wordsIn(text).filter(
		(each) => (each.length >= shortestTelling || /^\d{2,}$/.test(each)) && !unspaced.test(each),
	);
}

/** The words of a text with single spaces, and one at either end: to look for a run of words in it. */
export function wordLine(text: string): string {
	return ` ${wordsIn(text).join(' ')} `;
}

/** Whether a text is written without spaces between words, at least in part. */
export function isUnspaced(text: string): boolean {
	return unspaced.test(text);
}

/** A text in lower case, with slashes in its paths. */
export function folded(text: string): string {
	const lower = text.toLowerCase();
	return lower.includes('\\') ? lower.replaceAll('\\', '/') : lower;
}

/** The JSON of a call's arguments, {@link folded}, with its escapes resolved. */
export function foldedArguments(json: string): string {
	const lower = json.toLowerCase();
	return lower.includes('\\')
		? lower.replace(/\\(.)/g, (_, escaped: string) =>
				escaped === '\\' ? '/' : 'nrt'.includes(escaped) ? ' ' : escaped,
			)
		: lower;
}

/** The last part of a path. */
export function baseName(path: string): string {
	return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
