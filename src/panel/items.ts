import { diffArrays } from 'diff';
import type { ItemView, SectionView, SummaryItem } from '../protocol/conversationView.ts';
import type { ItemEdit } from '../protocol/remembered.ts';
import { visibleText } from './visibleText.ts';

/** A displayed item. In a preview, `mark` is its change; absent: it stays. */
export interface ShownItem extends ItemView {
	readonly mark?: 'new' | 'dropped';
}

/** A displayed section. In a preview, it includes the items that are dropped. */
export interface ShownSection extends SectionView {
	readonly items: readonly ShownItem[];
}

/** Marks the changes between the present summary and a previewed one. Dropped items keep their places. */
export function markedSections(
	present: readonly SectionView[],
	next: readonly SectionView[],
): readonly ShownSection[] {
	// Every summary numbers its items again.
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

interface NumberedText {
	/** As written, for example `12.`; empty: none. */
	readonly number: string;
	readonly text: string;
}

/** Splits off an item's own number, so that Markdown does not number it again. */
export function splitNumber(text: string): NumberedText {
	const [marker = ''] = /^\d+\. /.exec(text) ?? [];
	return { number: marker.trimEnd(), text: text.slice(marker.length) };
}

/** Longest displayed text of an item, characters: more than fits a side bar. */
const longest = 20_000;

/** The displayed text of an item, without invisible characters, and the number of omitted characters. */
export function displayedText(text: string): { readonly text: string; readonly left: number } {
	// Do not split a surrogate pair.
	const shown =
		text.length <= longest ? text : text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
	return { text: visibleText(shown), left: text.length - shown.length };
}

/** State of an edit after a new view. */
export type EditOutcome =
	/** The edit continues, possibly at another index of a newer record. */
	| { readonly kind: 'open'; readonly edit: ItemEdit }
	/** The item now has the edited text. */
	| { readonly kind: 'saved' }
	/** The item is gone; the draft is kept. */
	| { readonly kind: 'orphan'; readonly edit: ItemEdit };

/** Finds the item of an edit in the active record. */
export function locateEdit(
	edit: ItemEdit,
	record: number | undefined,
	sections: readonly SectionView[],
): EditOutcome {
	const items = sections.find(({ title }) => title === edit.section)?.items ?? [];
	const present = items[edit.index];
	const isEdited = record !== undefined && present?.kept === 'edited';
	const isThere = present?.text === edit.text;
	// First: another item may have the text that this one had.
	if (isEdited && !isThere && present.text === edit.draft.trim()) {
		return { kind: 'saved' };
	}
	const index = isThere ? edit.index : indexOf(edit.text, items);
	const found = items[index];
	if (record !== undefined && found !== undefined) {
		const { text } = found;
		const { number } = splitNumber(text);
		const before = splitNumber(edit.text).number;
		const draft =
			number !== before && edit.draft.startsWith(before)
				? `${number}${edit.draft.slice(before.length)}`
				: edit.draft;
		return { kind: 'open', edit: { ...edit, record, index, text, draft } };
	}
	// Saving may change a text, for example to redact it.
	return isEdited ? { kind: 'saved' } : { kind: 'orphan', edit };
}

/** The index of an item; -1: it is gone. The removal of an item before it changes its number. */
function indexOf(text: string, items: readonly SummaryItem[]): number {
	const same = items.findIndex((item) => item.text === text);
	const wanted = splitNumber(text);
	if (same >= 0 || wanted.number === '') {
		return same;
	}
	const isWanted = (item: SummaryItem): boolean => {
		const { number, text: own } = splitNumber(item.text);
		return number !== '' && own === wanted.text;
	};
	const first = items.findIndex(isWanted);
	return first === items.findLastIndex(isWanted) ? first : -1;
}

interface SourceRange {
	readonly first: number;
	readonly last: number;
}

/** Groups numbers into ranges, ascending. */
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

/** Reference sections, which are closed at first. */
const referenceSections: readonly SectionView['title'][] = [
	'Active State',
	'Resolved Questions',
	'Critical Context',
];

/** Whether a section is open at first. */
export function isOpenAtFirst({ title }: SectionView): boolean {
	return !referenceSections.includes(title);
}
