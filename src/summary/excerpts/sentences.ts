import { longestLine } from './passage.ts';

/** Characters that a sentence has at least: what is shorter stays with its neighbour. */
const shortestSentence = 20;

/** The sentences of one line, none longer than can be chosen; a longer one ends between its parts. */
export function sentencesIn(line: string): string[] {
	const parts: string[] = [];
	let start = 0;
	while (start < line.length) {
		const end = endOf(line, start);
		const part = line.slice(start, end).trim();
		if (part !== '') {
			parts.push(part);
		}
		start = end;
	}
	return parts;
}

function endOf(line: string, start: number): number {
	const most = Math.min(line.length, start + longestLine);
	for (let at = start + shortestSentence; at < most; at += 1) {
		const isEnd = '.!?'.includes(line.charAt(at)) && /\s/.test(line.charAt(at + 1));
		if (
			(isEnd && !abbreviation.test(line.slice(at - 5, at + 1))) ||
			'。！？'.includes(line.charAt(at))
		) {
			return at + 1;
		}
	}
	if (most === line.length) {
		return most;
	}
	// No end in reach: behind the last clause, else the last word.
	for (const border of [/[;,:)\]}，、；]/, /\s/]) {
		for (let at = most - 1; at > start + longestLine / 3; at -= 1) {
			if (border.test(line.charAt(at))) {
				return at + 1;
			}
		}
	}
	return most;
}

const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|bzw|usw|No|\d)|\b\p{L})\.$/u;
