import { diffArrays } from 'diff';
import type { SectionView, SummaryItem } from '../protocol/conversationView.ts';
import type { ItemEdit } from '../protocol/remembered.ts';
import { visibleText } from './visibleText.ts';

/** An item as it is shown; of a preview with what becomes of it. Without a mark it stays. */
export interface ShownItem extends SummaryItem {
	readonly mark?: 'new' | 'dropped';
}

/** A section as it is shown; of a preview with the items of the present summary that go. */
export interface ShownSection extends SectionView {
	readonly items: readonly ShownItem[];
}

/** What a previewed summary changes against the present one. What goes stands where it stood. */
export function markedSections(
	present: readonly SectionView[],
	next: readonly SectionView[],
): readonly ShownSection[] {
	// Items are numbered anew with every summary.
	const comparator = (a: SummaryItem, b: SummaryItem): boolean =>
		splitNumber(a.text).text === splitNumber(b.text).text;
	return next.map((section) => {
		const before = present.find(({ title }) => title === section.title)?.items ?? [];
		const changes = diffArrays([...before], [...section.items], { comparator });
		const items = changes.flatMap(({ value, added, removed }): readonly ShownItem[] =>
			added || removed
				? value.map((item) => ({ ...item, mark: added ? 'new' : 'dropped' }))
				: value,
		);
		return { ...section, items };
	});
}

/** An item's number and the rest of it. */
interface NumberedText {
	/** As written, for example `12.`; empty when the item has none. */
	readonly number: string;
	readonly text: string;
}

/** Takes the number off an item that brings its own, so that Markdown does not count anew. */
export function splitNumber(text: string): NumberedText {
	const [marker = ''] = /^\d+\. /.exec(text) ?? [];
	return { number: marker.trimEnd(), text: text.slice(marker.length) };
}

/** Longest text of an item that is shown, characters: more than anybody reads in a side bar. */
const longest = 20_000;

/** An item's text as far as it is shown, with nothing hidden in it, and the characters that were left out. */
export function shortened(text: string): { readonly text: string; readonly left: number } {
	// A pair of surrogates is one character.
	const shown =
		text.length <= longest ? text : text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
	return { text: visibleText(shown), left: text.length - shown.length };
}

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
	const isThere = items[edit.index]?.text === edit.text;
	const index = isThere ? edit.index : items.findIndex(({ text }) => text === edit.text);
	if (record !== undefined && index >= 0) {
		return { kind: 'open', edit: { ...edit, record, index } };
	}
	return record !== undefined && items[edit.index]?.kept === 'edited'
		? { kind: 'saved' }
		: { kind: 'orphan', edit };
}

/** Numbers of messages that follow one another. */
interface SourceRange {
	readonly first: number;
	readonly last: number;
}

/** Numbers as the ranges they make up, ascending. */
export function sourceRanges(sources: readonly number[]): readonly SourceRange[] {
	const ranges: { first: number; last: number }[] = [];
	for (const number of [...new Set(sources)].sort((a, b) => a - b)) {
		const open = ranges.at(-1);
		if (open !== undefined && number === open.last + 1) {
			open.last = number;
		} else {
			ranges.push({ first: number, last: number });
		}
	}
	return ranges;
}

/** What a person looks up when they want to: it is closed until they touch it. */
const background: readonly SectionView['title'][] = [
	'Active State',
	'Resolved Questions',
	'Critical Context',
];

/** Whether a section is open before the person has touched it. */
export function isOpenAtFirst({ title }: SectionView): boolean {
	return !background.includes(title);
}
