import type { TextPart } from '../../../messages/message.ts';

/** How a prompt begins that was saved with the context that was sent in front of it. */
const framed = /^\s*--- (?:CONTEXT ENTRY|USER MESSAGE) BEGIN ---[ \t\r]*(?:\n|$)/;

/** What stands around the words of the person: a line in front, and behind them no line of its own. */
const userBegin = /^--- USER MESSAGE BEGIN ---[ \t\r]*$/gm;
const userEnd = '--- USER MESSAGE END ---';

/** What stands around the context, in lines of its own. */
const contextMarks = /^--- CONTEXT ENTRY (?:BEGIN|END) ---[ \t\r]*\n*/gm;

/** Begin and end of a message the person wrote while the assistant worked, as the model is told of it. */
const steeringBegin = /<user_message(?: id="[^"]{0,200}")?>/;
const steeringEnd = '</user_message>';

/** A prompt by author: as it was typed, or with the context that was sent in front of it. */
export function promptParts(text: string): readonly TextPart[] {
	if (!framed.test(text)) {
		return [{ type: 'text', text }];
	}
	// The last one that is a line: files of the context may hold such a line as well.
	const begin = [...text.matchAll(userBegin)].at(-1);
	const start = begin?.index ?? text.length;
	const context = partOf(text.slice(0, start).replaceAll(contextMarks, ''), false);
	if (begin === undefined) {
		return [context];
	}
	return filled([context, ...wordsUpTo(userEnd, text.slice(start + begin[0].length))]);
}

/** How Kiro begins such a frame. */
const steeringOpening = '[LIVE STEERING';

/** A text among the results of calls: Kiro's, but for the words of the person that it hands on. */
export function steeringParts(text: string): readonly TextPart[] {
	const begin = text.trimStart().startsWith(steeringOpening) ? steeringBegin.exec(text) : null;
	if (begin === null || !text.includes(steeringEnd, begin.index)) {
		return [partOf(text, false)];
	}
	const rest = text.slice(begin.index + begin[0].length);
	return filled([partOf(text.slice(0, begin.index), false), ...wordsUpTo(steeringEnd, rest)]);
}

/** The words of the person up to the last mark that ends them, which they may name themselves, and what follows. */
function wordsUpTo(mark: string, text: string): readonly TextPart[] {
	const found = text.lastIndexOf(mark);
	const end = found === -1 ? text.length : found;
	return [partOf(text.slice(0, end).trim(), true), partOf(text.slice(end + mark.length), false)];
}

function filled(parts: readonly TextPart[]): readonly TextPart[] {
	return parts.filter((part) => part.text.trim() !== '');
}

function partOf(text: string, isPersons: boolean): TextPart {
	return { type: 'text', text, origin: isPersons ? 'person' : 'client' };
}
