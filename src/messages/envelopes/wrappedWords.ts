import { clineWords, introductions } from './knownEnvelopes.ts';

/** How a block begins that holds a person's words: their tag, or what introduces it. */
const openings = new RegExp(
	`^(?:${introductions})?<(${clineWords.replaceAll(' ', '|')})(?: mode="\\w+")?>`,
);

/** What follows the words, if anything: what the client adds about files, pages and its surroundings. */
const behindWords =
	/^\s*(?:$|<(?:[a-z_]+_(?:content|diagnostics|history|changes|details|instructions))\b)/;

/** Characters among which {@link behindWords} decides. */
const reach = 200;

/**
 * The tag that closes the person's words: the first behind which the text ends or what a client adds
 * begins. A file that holds the tag is no person's.
 */
export function endOfWords(
	text: string,
	tag: string,
	start: number,
): { readonly start: number; readonly end: number } | undefined {
	const closing = `</${tag}>`;
	for (let at = text.indexOf(closing, start); at !== -1; ) {
		const end = at + closing.length;
		if (behindWords.test(text.slice(end, end + reach))) {
			return { start: at, end };
		}
		at = text.indexOf(closing, end);
	}
	return undefined;
}

/** The content of a block as clients wrap it. */
interface WrappedWords {
	/** What introduces the words; empty when nothing does. */
	readonly before: string;
	readonly words: string;
	/** Files and the like; empty when there are none. */
	readonly after: string;
}

/**
 * The person's words in a block that Cline or its kin wrapped; `undefined` where it is not wrapped.
 * @param text Without white space around it.
 */
export function wrappedWords(text: string): WrappedWords | undefined {
	const opening = openings.exec(text);
	const [opened = '', tag = ''] = opening ?? [];
	const end = opening === null ? undefined : endOfWords(text, tag, opened.length);
	return end === undefined
		? undefined
		: {
				before: opened.slice(0, opened.lastIndexOf(`<${tag}`)).trim(),
				words: text.slice(opened.length, end.start).trim(),
				after: text.slice(end.end).trim(),
			};
}
