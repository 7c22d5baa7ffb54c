/** A piece of a text: from `start` up to, not including, `end`. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** A rule that finds one kind of secrets. */
export interface Rule {
	/** Literals that one pass over the text searches for. */
	readonly starts: readonly string[];
	/** The secrets that such a literal at `index` announces; the time is bounded by what it finds. */
	readonly find: (text: string, index: number) => readonly Span[];
}

/**
 * A rule with one pattern. The group `secret` is redacted; without it the whole match. Quantifiers are bounded, so that
 * an attempt takes bounded time.
 * @param starts Separated by commas.
 */
export function rule(
	starts: string,
	pattern: RegExp,
	accept: (secret: string) => boolean = () => true,
): Rule {
	const sticky = new RegExp(pattern.source, `${pattern.flags}dy`);
	const find = (text: string, index: number): readonly Span[] => {
		sticky.lastIndex = index;
		const indices = sticky.exec(text)?.indices;
		const [start, end] = indices?.groups?.['secret'] ?? indices?.[0] ?? [0, 0];
		return end > start && accept(text.slice(start, end)) ? [{ start, end }] : [];
	};
	return { starts: starts.split(','), find };
}

/** Where a word can begin: after another character, an escape or a colour code. */
export const wordStart =
	/(?:(?<![\w-])|(?<=\\[nrt]|\\u[0-9a-fA-F]{4}|%[0-9A-Fa-f]{2}|\[[\d;]{0,9}m))/.source;

/** A word in lower case, in upper case and capitalised. */
export function inCases(word: string): readonly string[] {
	return [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
}
