import { matchesIn, type Match } from './matching.ts';
import type { Term } from './terms.ts';

/** Characters of an excerpt, without marks. */
export const excerptLength = 240;

/** Characters before the first match. */
const lead = 60;

/** Matches looked at: the best of the first ones is good enough. */
const mostMatches = 200;

/**
 * The words around the place where most of the terms stand together, on one line, with `⟦` and `⟧`
 * around each that matches; the beginning when none does.
 */
export function excerptOf(text: string, terms: readonly Term[]): string {
	const matches = matchesIn(text, terms, mostMatches);
	const start = startOf(text, matches);
	const end = Math.min(text.length, start + excerptLength);
	const inside = matches.filter((match) => match.start >= start && match.end <= end);
	let excerpt = '';
	let at = start;
	for (const match of inside) {
		if (match.start >= at) {
			excerpt += `${text.slice(at, match.start)}⟦${text.slice(match.start, match.end)}⟧`;
			at = match.end;
		}
	}
	excerpt += text.slice(at, end);
	const line = excerpt.toWellFormed().replaceAll('\uFFFD', '').replace(/\s+/g, ' ').trim();
	return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}

function startOf(text: string, matches: readonly Match[]): number {
	let best = 0;
	let bestTerms = 0;
	for (const [index, { start }] of matches.entries()) {
		const terms = new Set<number>();
		for (let next = index; next < matches.length; next += 1) {
			const match = matches[next];
			if (match === undefined || match.end > start - lead + excerptLength) {
				break;
			}
			terms.add(match.term);
		}
		if (terms.size > bestTerms) {
			bestTerms = terms.size;
			best = start;
		}
	}
	const from = Math.max(0, Math.min(best - lead, text.length - excerptLength));
	// Begins with a whole word, where one begins in time.
	const space = from === 0 ? -1 : text.slice(from, best).search(/\s\S/);
	return space === -1 ? from : from + space + 1;
}
