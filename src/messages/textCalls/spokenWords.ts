import { wrappedWords } from '../envelopes/wrappedWords.ts';
import type { TextPart } from '../message.ts';

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
