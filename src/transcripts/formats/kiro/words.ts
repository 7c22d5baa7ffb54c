import type { TextPart } from '../../../messages/message.ts';

/** What Kiro puts around the person's words before it sends them, in lines of their own. */
const headers = /--- (?:CONTEXT ENTRY|USER MESSAGE) (?:BEGIN|END) ---\n*/g;

const userBegin = '--- USER MESSAGE BEGIN ---';

/** Begin and end of a message the person wrote while the assistant worked, as the model is told of it. */
const steeringMarks = /<user_message(?: id="[^"]{0,200}")?>|<\/user_message>/g;

const steeringEnd = '</user_message>';

/** A prompt by author: as it was typed, or with the context that was sent in front of it. */
export function promptParts(text: string): readonly TextPart[] {
	if (!text.trimStart().startsWith('--- ')) {
		return [{ type: 'text', text }];
	}
	const parts: TextPart[] = [];
	let isPersons = false;
	let at = 0;
	for (const header of text.matchAll(headers)) {
		parts.push(partOf(text.slice(at, header.index), isPersons));
		isPersons = header[0].startsWith(userBegin);
		at = header.index + header[0].length;
	}
	parts.push(partOf(text.slice(at), isPersons));
	return parts.filter((part) => part.text.trim() !== '');
}

/** How Kiro begins such a frame. */
const steeringOpening = '[LIVE STEERING';

/** A text among the results of calls: Kiro's, but for the words of the person that it hands on. */
export function steeringParts(text: string): readonly TextPart[] {
	if (!text.trimStart().startsWith(steeringOpening)) {
		return [partOf(text, false)];
	}
	const parts: TextPart[] = [];
	let at = 0;
	let begin: RegExpExecArray | undefined;
	for (const mark of text.matchAll(steeringMarks)) {
		if (mark[0] !== steeringEnd) {
			begin ??= mark;
		} else if (begin !== undefined) {
			const message = text.slice(begin.index + begin[0].length, mark.index).trim();
			parts.push(partOf(text.slice(at, begin.index), false), partOf(message, true));
			at = mark.index + mark[0].length;
			begin = undefined;
		}
	}
	parts.push(partOf(text.slice(at), false));
	return parts.filter((part) => part.text.trim() !== '');
}

function partOf(text: string, isPersons: boolean): TextPart {
	return { type: 'text', text, origin: isPersons ? 'person' : 'client' };
}
