import { foldedWord, identifierParts, wordScanner } from './indexedText.ts';
import type { Term } from './terms.ts';

/** A place in a text, and which term of the query it matches. */
export interface Match {
	readonly start: number;
	readonly end: number;
	/** Index of the term. */
	readonly term: number;
}

interface Word {
	readonly start: number;
	readonly end: number;
	readonly folded: string;
	/** Folded parts of an identifier. */
	readonly parts: readonly string[];
}

/** Where terms stand in a text, in order, as the index would find them; at most `most` of them. */
export function matchesIn(text: string, terms: readonly Term[], most: number): readonly Match[] {
	const words = wordsOf(text);
	const rows = terms.flatMap(({ alternatives }, term) =>
		alternatives.map((row) => ({ term, row })),
	);
	const found: Match[] = [];
	for (let index = 0; index < words.length && found.length < most; index += 1) {
		for (const { term, row } of rows) {
			const last = lastOf(words, index, row);
			const start = words[index]?.start;
			if (last !== undefined && start !== undefined) {
				found.push({ start, end: last.end, term });
				break;
			}
		}
	}
	return found;
}

function wordsOf(text: string): readonly Word[] {
	const words: Word[] = [];
	const scanner = wordScanner();
	for (let match = scanner.exec(text); match !== null; match = scanner.exec(text)) {
		const [word] = match;
		words.push({
			start: match.index,
			end: match.index + word.length,
			folded: foldedWord(word),
			parts: identifierParts(word)?.map(foldedWord) ?? [],
		});
	}
	return words;
}

/** The last word of a row that begins here: over whole words, or among the parts of one. */
function lastOf(words: readonly Word[], at: number, row: readonly string[]): Word | undefined {
	const first = words[at];
	if (first === undefined) {
		return undefined;
	}
	if (row.every((word, offset) => words[at + offset]?.folded === word)) {
		return words[at + row.length - 1];
	}
	const { parts } = first;
	const within = parts.some((_, from) =>
		row.every((word, offset) => parts[from + offset] === word),
	);
	return within ? first : undefined;
}
