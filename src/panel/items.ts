import type { SectionView, SummaryItem } from '../protocol/conversationView.ts';
import type { ItemEdit } from '../protocol/remembered.ts';
import { visibleText } from './visibleText.ts';

/** What becomes of an item: it is new, or it goes. Undefined: it stays. */
export type ItemMark = 'new' | 'dropped';

/** A section as it is shown; of a preview with the items of the present summary that go. */
export interface ShownSection extends SectionView {
	/** Of a preview, by index of the item. */
	readonly marks?: readonly (ItemMark | undefined)[];
}

interface MarkedItem {
	readonly item: SummaryItem;
	readonly mark: ItemMark | undefined;
}

/** What a previewed summary changes against the present one. What goes stands where it stood. */
export function markedSections(
	present: readonly SectionView[],
	next: readonly SectionView[],
): readonly ShownSection[] {
	return next.map((section) => {
		const before = present.find(({ title }) => title === section.title)?.items ?? [];
		const marked = markedItems(before, section.items);
		return {
			...section,
			items: marked.map(({ item }) => item),
			marks: marked.map(({ mark }) => mark),
		};
	});
}

function markedItems(
	present: readonly SummaryItem[],
	next: readonly SummaryItem[],
): readonly MarkedItem[] {
	const kept = new Set(next.map(wordsOf));
	const known = new Set(present.map(wordsOf));
	const { before, after } = goingItems(present, kept);
	const rows = next.flatMap((item): readonly MarkedItem[] => {
		const words = wordsOf(item);
		const going = before.get(words) ?? [];
		before.delete(words);
		return [...going, { item, mark: known.has(words) ? undefined : 'new' }];
	});
	return [...rows, ...after];
}

/** What goes, by the words of the item that follows it and stays. */
function goingItems(present: readonly SummaryItem[], kept: ReadonlySet<string>) {
	const before = new Map<string, readonly MarkedItem[]>();
	let after: readonly MarkedItem[] = [];
	for (const item of present) {
		const words = wordsOf(item);
		if (kept.has(words)) {
			before.set(words, [...(before.get(words) ?? []), ...after]);
			after = [];
		} else {
			after = [...after, { item, mark: 'dropped' }];
		}
	}
	return { before, after };
}

/** Items are numbered anew with every summary. */
function wordsOf({ text }: SummaryItem): string {
	return splitNumber(text).text;
}

/** An item's number and the rest of it. */
export interface NumberedText {
	/** As written, for example `12.`; empty when the item has none. */
	readonly number: string;
	readonly text: string;
}

/** Takes the number off an item that brings its own, so that Markdown does not count anew. */
export function splitNumber(text: string): NumberedText {
	const [marker] = /^\d+\. /.exec(text) ?? [];
	return marker === undefined
		? { number: '', text }
		: { number: marker.trimEnd(), text: text.slice(marker.length) };
}

/** Longest text of an item that is shown, characters: more than anybody reads in a side bar. */
const longest = 20_000;

/** A text that may have been cut. */
export interface ShortenedText {
	readonly text: string;
	/** Characters that were left out. */
	readonly left: number;
}

/** An item's text as far as it is shown, with nothing hidden in it. */
export function shortened(text: string): ShortenedText {
	if (text.length <= longest) {
		return { text: visibleText(text), left: 0 };
	}
	// A pair of surrogates is one character.
	const end = /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
	return { text: visibleText(text.slice(0, end)), left: text.length - end };
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

/** Numbers of messages that follow one another. */
export interface SourceRange {
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

type Title = SectionView['title'];

/** Sections up to here are open to begin with, items. */
const shortSection = 8;

const alwaysOpen: readonly Title[] = ['Active Task', 'Pending User Asks'];

/** What a person looks up when they want to: it is closed to begin with. */
const background: readonly Title[] = ['Active State', 'Resolved Questions', 'Critical Context'];

/** Whether a section is open before the person has touched it. */
export function isOpenAtFirst(section: SectionView): boolean {
	const { title, items } = section;
	return (
		alwaysOpen.includes(title) || (!background.includes(title) && items.length <= shortSection)
	);
}
