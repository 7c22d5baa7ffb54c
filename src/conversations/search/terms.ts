import { foldedWord, identifierParts, wordScanner } from './indexedText.ts';

/** A search term: a phrase, or alternatives of one. */
export interface Term {
	readonly alternatives: readonly (readonly string[])[];
}

/** One interpretation of a query. */
export interface QueryReading {
	readonly terms: readonly Term[];
	/** Whether a message must contain all of the terms, or any. */
	readonly need: 'all' | 'any';
}

/** Further words are ignored: real queries are shorter, and each word costs time. */
const maxTerms = 24;
const maxPhraseWords = 40;

/** Stop words. Kept inside quotation marks. */
const stopWords = new Set(
	`a about after all also am an and any are as at be because been but by can could did do does for from
	get had has have how i if in into is it its me my no not of on one or our out should so some than that
	the their them then there these they this to up us was we were what when where which who why will
	with would you your`.split(/\s+/),
);

/**
 * The interpretations of a query, the strictest first; the first with results is used. As typed; then identifiers also
 * by their parts; then any of the words.
 */
export function readingsOf(text: string): readonly QueryReading[] {
	const all = queryParts(text);
	const significant = all.filter(({ words, quoted }) => quoted || !isStopWord(words));
	const chosen = (significant.length === 0 ? all : significant).slice(0, maxTerms);
	if (chosen.length === 0) {
		return [];
	}
	const typed = chosen.map(({ words }) => ({ alternatives: [words] }));
	const split = chosen.map(({ words, parts }) => ({
		alternatives: parts === undefined ? [words] : [words, parts],
	}));
	const hasParts = chosen.some(({ parts }) => parts !== undefined);
	return [
		{ terms: typed, need: 'all' },
		...(hasParts ? [{ terms: split, need: 'all' as const }] : []),
		...(chosen.length > 1 ? [{ terms: split, need: 'any' as const }] : []),
	];
}

interface QueryPart {
	readonly words: readonly string[];
	/** The same with camelCase split, if there is any. */
	readonly parts?: readonly string[];
	readonly quoted: boolean;
}

function queryParts(text: string): readonly QueryPart[] {
	const found: QueryPart[] = [];
	for (const [, quoted, bare] of text.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
		const words = (quoted ?? bare ?? '').match(wordScanner()) ?? [];
		// An accent alone is not a word, and the index has none.
		const typed = words.filter((word) => foldedWord(word) !== '').slice(0, maxPhraseWords);
		if (typed.length > 0) {
			const split = typed.flatMap((word) => identifierParts(word) ?? [word]);
			found.push({
				words: typed.map(foldedWord),
				...(split.length > typed.length ? { parts: split.map(foldedWord) } : {}),
				quoted: quoted !== undefined,
			});
		}
	}
	return found;
}

function isStopWord(words: readonly string[]): boolean {
	return words.length === 1 && stopWords.has(words[0] ?? '');
}

/**
 * A reading as an FTS5 expression. Words contain only letters and digits and are quoted, so user input cannot contain
 * operators.
 */
export function matchExpression({ terms, need }: QueryReading): string {
	return terms
		.map(({ alternatives }) => {
			const rows = alternatives.map((words) => `"${words.join(' ')}"`);
			return rows.length === 1 ? rows.join('') : `(${rows.join(' OR ')})`;
		})
		.join(need === 'all' ? ' AND ' : ' OR ');
}
