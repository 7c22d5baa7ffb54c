import { longestLine } from './passage.ts';

/** Characters that a sentence has at least: what is shorter stays with its neighbour. */
const shortestSentence = 20;

/** A sentence, or a part of one that is too long to be chosen as a whole. */
export interface Sentence {
	readonly text: string;
	/** Whether the next part belongs to the same sentence. */
	readonly isUnfinished?: true;
}

/** The sentences of one line, none longer than can be chosen; a longer one ends between its parts. */
export function sentencesIn(line: string): Sentence[] {
	const parts: Sentence[] = [];
	let start = 0;
	while (start < line.length) {
		const { end, isUnfinished } = endOf(line, start);
		const text = line.slice(start, end).trim();
		if (text !== '') {
			parts.push(isUnfinished ? { text, isUnfinished } : { text });
		}
		start = end;
	}
	return parts;
}

function endOf(line: string, start: number): { end: number; isUnfinished: boolean } {
	const most = Math.min(line.length, start + longestLine);
	for (let at = start; at < most; at = behindSpan(line, at, most)) {
		if (at >= start + shortestSentence && endsSentence(line, at)) {
			return { end: at + 1, isUnfinished: false };
		}
	}
	if (most === line.length) {
		return { end: most, isUnfinished: false };
	}
	// No end in reach: behind the last clause, else the last word.
	for (const border of [/[;,:)\]}，、；]/, /\s/]) {
		for (let at = most - 1; at > start + longestLine / 3; at -= 1) {
			if (border.test(line.charAt(at))) {
				return { end: at + 1, isUnfinished: true };
			}
		}
	}
	return { end: most, isUnfinished: true };
}

/** What closes a span in which no sentence ends. */
const closings: Readonly<Record<string, string>> = { '`': '`', '(': ')' };

/** The next position that a sentence may end at, not inside code or parentheses. */
function behindSpan(line: string, at: number, most: number): number {
	const closing = closings[line.charAt(at)];
	const end = closing === undefined ? -1 : line.slice(at + 1, most).indexOf(closing);
	return end < 0 ? at + 1 : at + 1 + end + 1;
}

function endsSentence(line: string, at: number): boolean {
	return (
		'。！？'.includes(line.charAt(at)) ||
		('.!?'.includes(line.charAt(at)) &&
			/\s/.test(line.charAt(at + 1)) &&
			!abbreviation.test(line.slice(at - 5, at + 1)) &&
			!midSentence.test(line.slice(at - 2, at + 4)))
	);
}

/** An ellipsis behind which the sentence goes on. */
const midSentence = /^\.\.\.\s[\p{Ll})\]]/u;

const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|bzw|usw|No|\d)|\b\p{L})\.$/u;
