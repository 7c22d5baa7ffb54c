import { endOfWords } from '../../../messages/envelopes.ts';
import type { TextPart } from '../../../messages/message.ts';
import { clineWords, introductions } from './envelopes.ts';

/** How a block begins that holds a person's words: their tag, or what introduces it. */
const openings = new RegExp(
	`^(?:${introductions})?<(${clineWords.replaceAll(' ', '|')})(?: mode="\\w+")?>`,
);

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
