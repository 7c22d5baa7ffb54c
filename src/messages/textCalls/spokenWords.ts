import type { TextPart } from '../message.ts';

/** How a block begins that holds a person's words: their tag, or what introduces it. */
const openings =
	/^(?:\[TASK RESUMPTION\][\s\S]*?(?=<user_message>)|(?:New (?:instructions|message)\b|The user has provided feedback on the results\.|The user provided the following feedback:|You seem to be having trouble proceeding\.)[^<]*)?<(task|feedback|user_message|user_input)(?: mode="\w+")?>/;

/** What follows the words, if anything: texts of files and pages that they mention. */
const behindWords = /^\s*(?:$|<[a-z_]+_(?:content|diagnostics|history|changes)\b)/;

/** Characters among which {@link behindWords} decides. */
const reach = 200;

/** The content of a block as clients wrap it. */
interface WrappedWords {
	/** What introduces the words; empty when nothing does. */
	readonly before: string;
	readonly words: string;
	/** Files and the like; empty when there are none. */
	readonly after: string;
}

/**
 * The person's words in a block that a client wrapped; `undefined` where it is not wrapped. The tag
 * closes where the block ends or mentioned files begin: a file that holds the tag is no person's.
 * @param text Without white space around it.
 */
export function wrappedWords(text: string): WrappedWords | undefined {
	const opening = openings.exec(text);
	const [opened = '', tag = ''] = opening ?? [];
	if (opening === null) {
		return undefined;
	}
	const closing = `</${tag}>`;
	const start = opened.length;
	for (let end = text.indexOf(closing, start); end !== -1; ) {
		const behind = end + closing.length;
		if (behindWords.test(text.slice(behind, behind + reach))) {
			return {
				before: opened.slice(0, opened.lastIndexOf(`<${tag}`)).trim(),
				words: text.slice(start, end).trim(),
				after: text.slice(behind).trim(),
			};
		}
		end = text.indexOf(closing, behind);
	}
	return undefined;
}

/** A block as parts that tell who wrote them: what is not wrapped is the person's as it stands. */
export function spokenParts(part: TextPart): readonly TextPart[] {
	const wrapped = wrappedWords(part.text.trim());
	if (wrapped === undefined) {
		return [part];
	}
	const { before, words, after } = wrapped;
	const parts: readonly TextPart[] = [
		{ type: 'text', text: before, origin: 'client' },
		{ type: 'text', text: words, origin: 'person' },
		{ type: 'text', text: after, origin: 'file' },
	];
	return parts.filter(({ text }) => text !== '');
}
