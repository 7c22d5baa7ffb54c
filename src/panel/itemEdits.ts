import type { SectionView } from '../protocol/conversationView.ts';
import type { ItemEdit } from '../protocol/remembered.ts';

/** What became of an edit that was begun. */
export type EditPlace =
	/** It goes on, perhaps at another place of a newer record. */
	| { readonly kind: 'open'; readonly edit: ItemEdit }
	/** The item says now what the person wrote. */
	| { readonly kind: 'saved' }
	/** The item is gone; what the person wrote is not. */
	| { readonly kind: 'orphan'; readonly edit: ItemEdit };

/** Finds the item of an edit in the record that is active now. */
export function placeOfEdit(
	edit: ItemEdit,
	record: number | undefined,
	sections: readonly SectionView[],
): EditPlace {
	const items = sections.find(({ title }) => title === edit.section)?.items ?? [];
	if (record === undefined) {
		return { kind: 'orphan', edit };
	}
	if (items[edit.index]?.text === edit.text) {
		return { kind: 'open', edit: { ...edit, record } };
	}
	const index = items.findIndex(({ text }) => text === edit.text);
	if (index >= 0) {
		return { kind: 'open', edit: { ...edit, record, index } };
	}
	return items[edit.index]?.kept === 'edited' ? { kind: 'saved' } : { kind: 'orphan', edit };
}
