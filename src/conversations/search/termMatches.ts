import type { Term } from './terms.ts';

/** Where the words of a query match in a text, less strictly than in the index. */

/** A place in a text, and which term of the query it matches. */
export interface TermMatch {
	readonly start: number;
	readonly end: number;
	/** Index of the term. */
	readonly term: number;
}

/** Maximum occurrences of one word that are considered: in a long repetitive output the first ones are enough. */
const mostPlaces = 300;

/** From this length on, a word also matches longer ones: `reject` matches `rejected`. Characters. */
const stemLength = 5;

/** Maximum characters between the words of a phrase, or the parts of an identifier. */
const widestGap = 3;

const wordCharacter = /[\p{L}\p{N}]/u;

/** Occurrences of the terms, in order. */
export function placesIn(text: string, terms: readonly Term[]): readonly TermMatch[] {
	const lowered = text.toLowerCase();
	// A character whose lower-case form is longer would shift all that follow.
	const small = lowered.length === text.length ? lowered : text;
	return terms
		.flatMap(({ alternatives }, term) =>
			alternatives.flatMap((words) => placesOf(text, small, words, term)),
		)
		.sort((a, b) => a.start - b.start);
}

function placesOf(
	text: string,
	small: string,
	words: readonly string[],
	term: number,
): TermMatch[] {
	const [first = '', ...others] = words.map((word, index) => stemOf(word, index, words.length));
	const found: TermMatch[] = [];
	let start = first === '' ? -1 : small.indexOf(first);
	while (start >= 0 && found.length < mostPlaces) {
		const end = beginsWord(text, start) ? endOfRow(small, start + first.length, others) : undefined;
		if (end !== undefined) {
			found.push({ start, end: endOfWord(text, end), term });
		}
		start = small.indexOf(first, start + first.length);
	}
	return found;
}

/** The stem that a word shares with its other forms; within a phrase a word must match exactly. */
function stemOf(word: string, index: number, of: number): string {
	return index === of - 1 && word.length > stemLength
		? word.replace(/(?:ing|ed|es|s|e|ion|ions)$/, '')
		: word;
}

/** Whether a word begins here, or a part of an identifier: `aB`. */
function beginsWord(text: string, at: number): boolean {
	const before = text.charAt(at - 1);
	const here = text.charAt(at);
	return (
		!wordCharacter.test(before) ||
		here.toLowerCase() !== here ||
		/[\u3040-\u9fff\uac00-\ud7af]/.test(here)
	);
}

function endOfRow(small: string, from: number, words: readonly string[]): number | undefined {
	let end = from;
	for (const word of words) {
		const next = small.indexOf(word, end);
		if (next < 0 || next - end > widestGap) {
			return undefined;
		}
		end = next + word.length;
	}
	return end;
}

function endOfWord(text: string, from: number): number {
	let end = from;
	while (end < text.length && end < from + stemLength && wordCharacter.test(text.charAt(end))) {
		end += 1;
	}
	return end;
}
