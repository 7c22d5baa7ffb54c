import { formatCount, mark, recallHint } from '../../messages/marks.ts';
import type { Turn } from '../facts/turns.ts';
import { omissionLine } from '../omissions.ts';
import { summaryOf, type SectionTitle, type SummaryItem } from '../sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import type { Candidate } from './candidate.ts';
import { itemOfChosen, type Chosen } from './packing.ts';

/** Makes a draft of what was chosen, and counts what was not. */

/** Everything that could stand in a handoff. No secret is in it. */
export interface Material {
	/** The Active Task, which always has its place. */
	readonly task: readonly SummaryItem[];
	readonly candidates: readonly Candidate[];
	/** Turns whose request may be quoted, oldest first. */
	readonly quoted: readonly Turn[];
	/** Chooses lines that tell what a text does not. */
	readonly excerpts?: ExcerptItems;
}

/**
 * Chooses lines that tell what a text does not.
 * @param told The text.
 * @param most Tokens that all of them may take.
 * @returns Those with the highest worth of them, as items in order, in about so many tokens.
 */
export type ExcerptItems = (
	told: string,
	most: number,
) => (tokens: number) => readonly SummaryItem[];

/** What was given room. */
export interface Selection {
	readonly chosen: readonly Chosen[];
	readonly quotes: readonly SummaryItem[];
	readonly excerpts: readonly SummaryItem[];
}

/** The draft, with a mark for what there was no room for. */
export function draftWith(
	request: SummaryRequest,
	material: Material,
	selection: Selection,
): SummaryDraft {
	const counts = leftOut(material, selection);
	return draftOf(material, selection, omissions(request, counts), counts);
}

/**
 * The sections of what was chosen. A section of which nothing was says so: it is not empty.
 * @param omitted Says what was not chosen.
 * @param counts How many entries that is, by section.
 */
export function draftOf(
	{ task }: Pick<Material, 'task'>,
	{ chosen, quotes, excerpts }: Selection,
	omitted: string | undefined,
	counts: ReadonlyMap<string, number> = new Map(),
): SummaryDraft {
	const bySection = Map.groupBy(chosen, ({ candidate }) => candidate.section);
	const itemsOf = (title: SectionTitle): SummaryItem[] => {
		const count = counts.get(title);
		const listed = bySection.get(title);
		return listed === undefined && count !== undefined && title !== 'Critical Context'
			? [{ text: mark(`no room here for: ${formatCount(count)} entries`), sources: [] }]
			: withNumbers((listed ?? []).sort((a, b) => a.candidate.order - b.candidate.order));
	};
	const note = omitted === undefined ? [] : [{ text: omitted, sources: [] }];
	return {
		summary: summaryOf((title) => [
			...(title === 'Active Task' ? task : itemsOf(title)),
			...(title === 'Critical Context' ? [...excerpts, ...note] : []),
		]),
		quotes,
	};
}

/** The items in order; those that are counted with their number among all that are shown. */
function withNumbers(chosen: readonly Chosen[]): SummaryItem[] {
	let number = 0;
	return chosen.map((choice) => {
		const item = itemOfChosen(choice);
		if (choice.candidate.isNumbered !== true) {
			return item;
		}
		number += 1;
		return { ...item, text: `${number}. ${item.text}` };
	});
}

/** How many entries there was no room for, by section. */
function leftOut(
	{ candidates, quoted }: Material,
	{ chosen, quotes }: Selection,
): ReadonlyMap<string, number> {
	const shown = new Set(chosen.map(({ candidate }) => candidate));
	const counts = new Map<string, number>();
	for (const candidate of candidates) {
		if (!shown.has(candidate)) {
			counts.set(candidate.section, (counts.get(candidate.section) ?? 0) + 1);
		}
	}
	if (quoted.length > quotes.length) {
		counts.set('messages from the person', quoted.length - quotes.length);
	}
	return counts;
}

/** Says in one mark what there was no room for, with the way back to it. */
function omissions(
	request: SummaryRequest,
	counts: ReadonlyMap<string, number>,
): string | undefined {
	if (counts.size === 0) {
		return undefined;
	}
	const first = request.range.start + 1;
	return omissionLine(counts, request.recallHandle === undefined ? '' : recallHint(first));
}
