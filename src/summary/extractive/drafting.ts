import { formatCount, mark, recallHint } from '../../messages/marks.ts';
import type { NameFact } from '../facts/names.ts';
import type { Turn } from '../facts/turns.ts';
import { summaryOf, type SectionTitle, type SummaryItem } from '../sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import type { Candidate } from './candidate.ts';
import { withGaps } from './gaps.ts';
import { listedNames, withNames, type Names, type ToldName } from './names.ts';
import type { Chosen } from './packing.ts';

/** Makes a draft of what was chosen, and counts what was not. */

/** Everything that could stand in a handoff. No secret is in it. */
export interface Material {
	/** The Active Task, which always has its place. */
	readonly task: readonly SummaryItem[];
	readonly candidates: readonly Candidate[];
	/** Turns whose request may be quoted, oldest first. */
	readonly quoted: readonly Turn[];
	/** What fills the room that is left, best first. */
	readonly names?: Names;
	/** Names of the originals, best first, that a search can begin with. */
	readonly searchable?: () => readonly NameFact[];
	/** Numbers of candidates that a person keeps, which are told without being chosen. */
	readonly keptNumbers?: readonly number[];
}

/** What was given room. */
export interface Selection {
	readonly chosen: readonly Chosen[];
	readonly quotes: readonly SummaryItem[];
	readonly names: readonly ToldName[];
}

/** The draft, with a mark for what there was no room for. */
export function draftWith(
	request: SummaryRequest,
	material: Material,
	selection: Selection,
): SummaryDraft {
	return draftOf(material, selection, omissions(request, material, selection));
}

/** The sections of what was chosen. @param omitted Says what was not. */
export function draftOf(
	{ task, names: known, keptNumbers }: Pick<Material, 'task' | 'names' | 'keptNumbers'>,
	{ chosen, quotes, names }: Selection,
	omitted: string | undefined,
): SummaryDraft {
	const told = withNames(names);
	const bySection = Map.groupBy(chosen, ({ candidate }) => candidate.section);
	const itemsOf = (title: SectionTitle): SummaryItem[] =>
		(bySection.get(title) ?? []).sort((a, b) => a.candidate.order - b.candidate.order).map(told);
	const itemsWithGaps = (title: SectionTitle): SummaryItem[] =>
		withGaps(itemsOf(title), bySection.get(title) ?? [], keptNumbers);
	const listed = known === undefined ? [] : listedNames(names, known);
	const note = omitted === undefined ? [] : [{ text: omitted, sources: [] }];
	return {
		summary: summaryOf((title) => [
			...(title === 'Active Task' ? task : itemsWithGaps(title)),
			...(title === 'Critical Context' ? [...listed, ...note] : []),
		]),
		quotes,
	};
}

/** What there was no room for, by section; says so in one mark, with the way back to it. */
function omissions(
	request: SummaryRequest,
	{ candidates, quoted }: Material,
	{ chosen, quotes }: Selection,
): string | undefined {
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
	if (counts.size === 0) {
		return undefined;
	}
	const list = [...counts].map(([section, count]) => `${section} ${formatCount(count)}`).join(', ');
	const first = request.range.start + 1;
	return mark(
		`no room here for: ${list}${request.recallHandle === undefined ? '' : recallHint(first)}`,
	);
}
