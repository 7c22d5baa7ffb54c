import type { LogRange } from '../../messages/message.ts';
import type { TermMatch } from './termMatches.ts';

/** The passages of a text that are most relevant to a query. */

/** Characters of a passage: a few sentences, or lines of code with context. */
const passageLength = 450;

/** Characters before the first match, unless a line begins nearer. */
const leadLength = 120;

/** A range of a text. */
export interface Passage {
	readonly start: number;
	readonly end: number;
	/** Sum of the weights of the words in it, each counted once. */
	readonly score: number;
	/** Characters from the first of those words to the last. */
	readonly spread: number;
}

/**
 * The best passages of a text, best first, without overlap.
 * @param matches Of the query's words, in order.
 * @param weightOf The weight of a term, by its index.
 * @param length Characters of a passage.
 */
export function passagesIn(
	text: string,
	matches: readonly TermMatch[],
	weightOf: (term: number) => number,
	limit: number,
	length = passageLength,
): readonly Passage[] {
	const candidates = matches
		.map((_, index) => passageAt(text, matches, index, weightOf, length))
		.sort((a, b) => b.score - a.score || a.spread - b.spread || a.start - b.start);
	const chosen: Passage[] = [];
	for (const passage of candidates) {
		if (chosen.length === limit) {
			break;
		}
		if (chosen.every(({ start, end }) => passage.end <= start || passage.start >= end)) {
			chosen.push(passage);
		}
	}
	return chosen;
}

/**
 * Extends passages at their end, in the order of the text and without overlap.
 * @param more How much they are extended, as a share of their length.
 */
export function widened(
	text: string,
	passages: readonly Passage[],
	more: number,
): readonly LogRange[] {
	const inOrder = passages.toSorted((a, b) => a.start - b.start);
	return inOrder.map(({ start, end }, index) => {
		const next = inOrder[index + 1]?.start ?? text.length;
		const wanted = Math.min(next, end + Math.round(more * (end - start)));
		return { start, end: more === 0 ? end : Math.max(end, endingNear(text, wanted)) };
	});
}

/** The passage that begins shortly before a match. */
function passageAt(
	text: string,
	matches: readonly TermMatch[],
	first: number,
	weightOf: (term: number) => number,
	length: number,
): Passage {
	const start = beginningBefore(text, matches[first]?.start ?? 0);
	const end = endingNear(text, Math.min(text.length, start + length));
	const terms = new Set<number>();
	let last = 0;
	for (let index = first; index < matches.length; index += 1) {
		const place = matches[index];
		if (place === undefined || place.end > end) {
			break;
		}
		if (!terms.has(place.term)) {
			terms.add(place.term);
			last = place.end;
		}
	}
	const score = [...terms].reduce((sum, term) => sum + weightOf(term), 0);
	return { start, end, score, spread: last - (matches[first]?.start ?? 0) };
}

/** The beginning of the line, or of a nearby word. Looks only a short way back, because a text can be one long line. */
function beginningBefore(text: string, at: number): number {
	const near = at > leadLength ? text.slice(at - leadLength - 1, at) : `\n${text.slice(0, at)}`;
	const start = at - near.length + 1;
	const line = near.lastIndexOf('\n');
	if (line >= 0) {
		// A line alone is often an answer without its question, so a short line above it is included.
		const above = line === 0 ? -1 : near.lastIndexOf('\n', line - 1);
		return start + (above >= 0 ? above : line);
	}
	return start + Math.max(0, near.indexOf(' ', 1));
}

function endingNear(text: string, at: number): number {
	if (at === text.length) {
		return at;
	}
	const start = Math.max(0, at - leadLength + 1);
	const near = text.slice(start, at + 1);
	const space = Math.max(near.lastIndexOf(' '), near.lastIndexOf('\n'));
	return space >= 0 ? start + space : at;
}
