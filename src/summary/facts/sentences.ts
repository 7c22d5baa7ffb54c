import { withoutFences } from './fences.ts';

/** Characters of one message that are searched for sentences; a longer one is a paste. */
const searched = 12_000;

/** Characters of a sentence that is kept; a longer one is code, a log or a dump. */
const longest = 400;

/**
 * The sentences of a text, in order, as they stand in it: code fences, quotations and tables are
 * left out, list markers are taken off.
 */
export function sentencesOf(text: string): string[] {
	const sentences: string[] = [];
	for (const line of withoutFences(text.slice(0, searched).split('\n'))) {
		const bare = line.trim();
		if (bare !== '' && !/^(?:[>|]|<\/?\w|at \w)/.test(bare)) {
			const words = bare.replace(/^(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+/, '');
			sentences.push(...splitLine(words).filter((part) => part.length <= longest));
		}
	}
	return sentences;
}

/** Splits behind a full stop, question or exclamation mark that ends a word or a CJK phrase. */
function splitLine(line: string): string[] {
	const parts: string[] = [];
	let start = 0;
	for (const { index } of line.matchAll(/[.!?。！？]/g)) {
		if (endsSentence(line, index)) {
			parts.push(line.slice(start, index + 1).trim());
			start = index + 1;
		}
	}
	parts.push(line.slice(start).trim());
	return parts.filter((part) => part.length > 1);
}

/** @param at Where a mark stands that may end one. */
function endsSentence(line: string, at: number): boolean {
	const character = line.charAt(at);
	if ('。！？'.includes(character)) {
		return true;
	}
	if (!/\s/.test(line.charAt(at + 1))) {
		return false;
	}
	// Dots that leave something out end a sentence only where another one begins.
	if (line.charAt(at - 1) === '.' && !/^\s+\p{Lu}/u.test(line.slice(at + 1, at + 8))) {
		return false;
	}
	// "e.g. this", "etc. that", "v. 2", "1. " at the start and "am 3. März" do not end a sentence.
	const before = line.slice(Math.max(0, at - 8), at);
	return !(
		/(?:^|\s|\()(?:\p{L}\.?|e\.g|i\.e|vs|cf|bzw|z\. ?B)$/iu.test(before) ||
		(/(?:^|\s)(?:etc|usw)$/iu.test(before) && !/^\s+\p{Lu}/u.test(line.slice(at + 1, at + 8))) ||
		(/(?:^|\D)\d{1,2}$/.test(before) && month.test(line.slice(at + 1, at + 6))) ||
		/^\(?\d+$/.test(line.slice(0, at))
	);
}

const month = /^\s(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;
