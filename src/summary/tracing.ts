import { textOf, toolCallsOf } from '../messages/message.ts';
import { summaryOf, type Summary, type SummaryItem } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';
import { baseName, folded, foldedArguments, wordLine } from './words.ts';

/**
 * Finds the source messages of a summary's items: those that the model cites, else the message with the item's rare
 * words. If that is not certain, an item has no source rather than a wrong one.
 */

/**
 * A model's summary with sources: cited ones that exist, those of the same item in an earlier summary, or found ones.
 */
export function traced(summary: Summary, request: SummaryRequest): Summary {
	const { log, previous } = request;
	const before = new Map(
		Object.values(previous ?? {})
			.flat()
			.map(({ text, sources }) => [wordLine(text), sources]),
	);
	const cited = summaryOf((title) =>
		summary[title].map((item) => {
			const own = item.sources.filter((number) => number >= 1 && number <= log.length);
			const sources = own.length > 0 ? own : (before.get(wordLine(item.text)) ?? []);
			return { ...item, sources };
		}),
	);
	return sourced(cited, request);
}

/** The summary with a source for each item that has none, if one is certain. Linear in the log. */
export function sourced(
	summary: Summary,
	request: Pick<SummaryRequest, 'log' | 'pairs' | 'range'>,
): Summary {
	const open = Object.values(summary)
		.flat()
		.filter(({ sources }) => sources.length === 0);
	if (open.length === 0) {
		return summary;
	}
	const wanted = new Map(open.map((item) => [item, termsOf(item.text)]));
	const found = new Places(request, new Set([...wanted.values()].flat()));
	return summaryOf((title) =>
		summary[title].map((item) => {
			const terms = wanted.get(item);
			return terms === undefined ? item : withSource(item, found.sourceOf(terms));
		}),
	);
}

function withSource(item: SummaryItem, sources: readonly number[]): SummaryItem {
	return { ...item, sources, ...(sources.length === 0 ? { doubt: 'unsourced' } : {}) };
}

/** Words and names of a text. */
const term = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;

/** Minimum letters of a word that can distinguish one message from another. */
const shortestTerm = 4;

/** Maximum words of an item that are searched for, the first ones. */
const mostTerms = 60;

/** Marks of Precis, and an action's number and kind. */
const ownText = /⟪precis: [^⟪⟫]*⟫|^\d{1,6}\. (?:\p{Lu}{2,12} )?|\[tool: [^\]\n]{1,80}\]/gu;

function termsOf(text: string): string[] {
	const found = text.slice(0, 3_000).replace(ownText, ' ').match(term) ?? [];
	const terms = found.map((each) => baseName(each.toLowerCase()));
	return [...new Set(terms.filter(isTelling))].slice(0, mostTerms);
}

function isTelling(word: string): boolean {
	return (
		word.length >= shortestTerm ||
		/^\d+$/.test(word) ||
		/[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
	);
}

/** Minimum rare words of an item in a message, and their minimum share of the weight of all its words. */
const sure = [
	{ terms: 3, share: 0.4 },
	{ terms: 2, share: 0.55 },
] as const;

/** Minimum share of the weight of a name that only one message contains. */
const nameAlone = 0.5;

/** A word in more messages than this share is not rare. */
const rareShare = 0.1;

/** The messages that contain the items' words. */
class Places {
	readonly #places = new Map<string, number[]>();
	readonly #messages: number;
	/** Numbers of a call and its result, by the number of the call. */
	readonly #passages = new Map<number, number[]>();

	constructor(
		{ log, pairs, range }: Pick<SummaryRequest, 'log' | 'pairs' | 'range'>,
		wanted: ReadonlySet<string>,
	) {
		this.#messages = Math.max(1, range.end);
		const said = new Map<number, Set<string>>();
		log.slice(0, range.end).forEach(({ message }, index) => {
			if (message.role === 'system') {
				return;
			}
			// A result belongs to its call: items describe both together.
			const at = pairs.places.get(index)?.call?.message ?? index;
			const seen = said.get(at) ?? new Set<string>();
			said.set(at, seen);
			// With several results, it is not known which one it was.
			if (at !== index && pairs.resultsOf(at).length === 1) {
				this.#passages.set(at + 1, [at + 1, index + 1]);
			}
			this.#read(folded(textOf(message.content)), wanted, seen);
			for (const call of toolCallsOf(message)) {
				this.#read(foldedArguments(call.arguments), wanted, seen);
			}
		});
		for (const [index, words] of said) {
			for (const word of words) {
				const places = this.#places.get(word) ?? [];
				places.push(index + 1);
				this.#places.set(word, places);
			}
		}
	}

	#read(text: string, wanted: ReadonlySet<string>, seen: Set<string>): void {
		for (const [word] of text.matchAll(term)) {
			if (wanted.has(word)) {
				seen.add(word);
			}
			if (/[.-]/.test(word)) {
				word.split(/[.-]/).forEach((part) => wanted.has(part) && seen.add(part));
			}
		}
	}

	/** The message with most of these words, weighted by rarity; empty if that is not certain. */
	sourceOf(terms: readonly string[]): number[] {
		const scores = new Map<number, { weight: number; terms: number; only: boolean }>();
		let all = 0;
		for (const word of terms) {
			const places = this.#places.get(word) ?? [];
			const weight = Math.log(1 + this.#messages / Math.max(1, places.length));
			all += weight;
			if (places.length > Math.max(3, this.#messages * rareShare)) {
				continue;
			}
			for (const number of places) {
				const score = scores.get(number) ?? { weight: 0, terms: 0, only: false };
				score.weight += weight;
				score.terms += 1;
				score.only ||= places.length === 1 && /[._\d]/.test(word);
				scores.set(number, score);
			}
		}
		// The first of equals: later ones may only repeat it.
		const [best] = [...scores].sort(([one, a], [other, b]) => b.weight - a.weight || one - other);
		if (best === undefined) {
			return [];
		}
		const [number, found] = best;
		const isSure =
			(found.only && found.weight >= all * nameAlone) ||
			sure.some(({ terms: least, share }) => found.terms >= least && found.weight >= all * share);
		return isSure ? (this.#passages.get(number) ?? [number]) : [];
	}
}
