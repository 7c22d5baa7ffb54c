import type { SectionView, SummaryItem } from '../protocol/conversationView.ts';
import { splitNumber } from './numberedText.ts';

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
