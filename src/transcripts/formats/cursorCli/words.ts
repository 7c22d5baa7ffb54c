import { Tags } from '../../../messages/envelopes.ts';
import type { TextPart } from '../../../messages/message.ts';

/** The tag in which Cursor hands on what the person said: last, behind all that it adds. */
const query = 'user_query';

/** A text of the user's role by author. What stands around the person's words is Cursor's. */
export function wordsOf(text: string): readonly TextPart[] {
	const tags = new Tags(text);
	const closing = tags.all.findLast(({ name, closes }) => closes && name === query);
	// The last one that begins a line: files that stand in front may hold such a tag as well.
	const opening = closing && tags.lastOpening(query, closing.start);
	if (closing === undefined || opening === undefined) {
		return [{ type: 'text', text }];
	}
	const parts: readonly TextPart[] = [
		{ type: 'text', text: text.slice(0, opening.start), origin: 'client' },
		{ type: 'text', text: text.slice(opening.end, closing.start).trim(), origin: 'person' },
		{ type: 'text', text: text.slice(closing.end), origin: 'client' },
	];
	return parts.filter((part) => part.text.trim() !== '');
}
