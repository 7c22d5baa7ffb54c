import { mark } from '../../messages/marks.ts';
import type { NameFact } from '../facts/names.ts';
import { sectionTitles, type SummaryItem } from '../sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summariser.ts';
import { toldNames } from './names.ts';

/**
 * Searches that lead from a handoff back to what it has no room for. Each is a name that stands in the
 * originals and not in the handoff, so none of them finds nothing.
 */

/** More would be guessed at rather than tried. */
const mostSearches = 5;

/** A shorter name stands in too many messages, characters. */
const shortestSearch = 6;

/** Tokens to keep for the mark with its searches. */
export const searchesRoom = 70;

/** The draft with searches behind its Critical Context, where the reader has the recall tool. */
export function withSearches(
	draft: SummaryDraft,
	{ recallHandle }: Pick<SummaryRequest, 'recallHandle'>,
	names: () => readonly NameFact[],
): SummaryDraft {
	const searches = recallHandle === undefined ? [] : searchesFor(draft, names());
	if (searches.length === 0) {
		return draft;
	}
	const list = searches.map((text) => `"${text}"`).join(', ');
	const note = { text: mark(`recall finds more by: ${list}`), sources: [] };
	const { summary } = draft;
	return {
		...draft,
		summary: { ...summary, 'Critical Context': [...summary['Critical Context'], note] },
	};
}

/** The names most likely needed that are not told, each from another message. */
function searchesFor({ summary, quotes }: SummaryDraft, names: readonly NameFact[]): string[] {
	const items: SummaryItem[] = [...sectionTitles.flatMap((title) => summary[title]), ...quotes];
	const told = toldNames(items);
	const sources = new Set<number>();
	const searches: string[] = [];
	for (const { text, source, isSafe } of names) {
		if (searches.length === mostSearches) {
			break;
		}
		const isNew = !told.has(text) && !sources.has(source);
		if (isNew && text.length >= shortestSearch && !text.includes('"') && isSafe()) {
			sources.add(source);
			searches.push(text);
		}
	}
	return searches;
}
