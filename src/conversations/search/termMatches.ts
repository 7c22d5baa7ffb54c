import type { Term } from './terms.ts';

/** Finds the words of a query in a text, less strictly than the index does. */

/** A match in a text. */
export interface TermMatch {
	readonly start: number;
	readonly end: number;
	/** Index of the matched term in the query. */
	readonly term: number;
}

/** Maximum occurrences of one word that are considered: in a long repetitive output the first ones are enough. */
const maxMatches = 300;

/** From this length on, a word also matches longer ones: `reject` matches `rejected`. Characters. */
const stemLength = 5;

/** Maximum characters between the words of a phrase, or the parts of an identifier. */
const maxGap = 3;

const wordCharacter = /[\p{L}\p{N}]/u;

/** Occurrences of the terms, in order. */
export function termMatchesIn(text: string, terms: readonly Term[]): readonly TermMatch[] {
	const lowerCase = text.toLowerCase();
	// A character whose lower-case form is longer would shift all that follow.
	const lowered = lowerCase.length === text.length ? lowerCase : text;
	return terms
		.flatMap(({ alternatives }, term) =>
			alternatives.flatMap((words) => matchesOf(text, lowered, words, term)),
		)
		.sort((a, b) => a.start - b.start);
}

function matchesOf(
	text: string,
	lowered: string,
	words: readonly string[],
	term: number,
): TermMatch[] {
	const [first = '', ...others] = words.map((word, index) => stemOf(word, index, words.length));
	const found: TermMatch[] = [];
	let start = first === '' ? -1 : lowered.indexOf(first);
	while (start >= 0 && found.length < maxMatches) {
		const end = beginsWord(text, start)
			? endOfPhrase(lowered, start + first.length, others)
			: undefined;
		if (end !== undefined) {
			found.push({ start, end: endOfWord(text, end), term });
		}
		start = lowered.indexOf(first, start + first.length);
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

function endOfPhrase(lowered: string, from: number, words: readonly string[]): number | undefined {
	let end = from;
	for (const word of words) {
		const next = lowered.indexOf(word, end);
		if (next < 0 || next - end > maxGap) {
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
