import type { TextPart } from '../../messages/message.ts';

/** How rows begin that Hermes writes as the user, whatever else is in them. */
const runtimeRow =
	/^\s*(?:\[IMPORTANT: |\[Your active task list was preserved|\[SYSTEM: |Review the conversation above and (?:consider (?:saving|two things)|update the skill library)|You've reached the maximum number of tool-calling iterations)/;

/** How a note begins that Hermes puts in front of what the person said. */
const note = /^\s*\[(?:System note|System|Note): /;

/** A row in the user's name as parts that tell who wrote them. */
export function rowParts(text: string): readonly TextPart[] {
	if (runtimeRow.test(text)) {
		return [{ type: 'text', text, origin: 'client' }];
	}
	if (!note.test(text)) {
		return [{ type: 'text', text }];
	}
	// A note can hold brackets: it ends where a line does.
	const end = text.indexOf(']\n\n');
	const said = end === -1 ? '' : text.slice(end + 1).trim();
	const before = end === -1 ? text : text.slice(0, end + 1);
	return [
		{ type: 'text', text: before, origin: 'client' },
		...(said === '' ? [] : [{ type: 'text', text: said, origin: 'person' } as const]),
	];
}
