import { textOf, toolCallsOf } from '../messages/message.ts';
import { summaryOf, type Summary } from './sections.ts';
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
	const index = new MessageIndex(request, new Set([...wanted.values()].flat()));
	return summaryOf((title) =>
		summary[title].map((item) => {
			const terms = wanted.get(item);
			return terms === undefined ? item : { ...item, sources: index.sourceOf(terms) };
		}),
	);
}

/** Words and names of a text. */
const term = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;

/** Minimum letters of a word that can distinguish one message from another. */
const shortestTerm = 4;

/** Maximum words of an item that are searched for: the first ones. */
const maxTerms = 60;

/** Marks of Precis, and an action's number and kind. */
const ownText = /⟪precis: [^⟪⟫]*⟫|^\d{1,6}\. (?:\p{Lu}{2,12} )?|\[tool: [^\]\n]{1,80}\]/gu;

function termsOf(text: string): string[] {
	const found = text.slice(0, 3_000).replace(ownText, ' ').match(term) ?? [];
	const terms = found.map((each) => baseName(each.toLowerCase()));
	return [...new Set(terms.filter(isDistinctive))].slice(0, maxTerms);
}

function isDistinctive(word: string): boolean {
	return (
		word.length >= shortestTerm ||
		/^\d+$/.test(word) ||
		/[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
	);
}

/** Minimum rare words of an item in a message, and their minimum share of the weight of all its words. */
const thresholds = [
	{ terms: 3, share: 0.4 },
	{ terms: 2, share: 0.55 },
] as const;

/** The same share if one of the words is a name that only one message contains. */
const nameShare = 0.5;

/** A word in more messages than this share is not rare. */
const rareShare = 0.1;

/** The messages that contain the items' words. */
class MessageIndex {
	/** Numbers of the messages with each word. */
	readonly #numbers = new Map<string, number[]>();
	readonly #messageCount: number;
	/** Numbers of a call and its result, by the number of the call. */
	readonly #exchanges = new Map<number, number[]>();

	constructor(
		{ log, pairs, range }: Pick<SummaryRequest, 'log' | 'pairs' | 'range'>,
		wanted: ReadonlySet<string>,
	) {
		this.#messageCount = Math.max(1, range.end);
		const wordsByMessage = new Map<number, Set<string>>();
		log.slice(0, range.end).forEach(({ message }, index) => {
			if (message.role === 'system') {
				return;
			}
			// A result belongs to its call: items describe both together.
			const at = pairs.places.get(index)?.call?.message ?? index;
			const seen = wordsByMessage.get(at) ?? new Set<string>();
			wordsByMessage.set(at, seen);
			// With several results, it is not known which one it was.
			if (at !== index && pairs.resultsOf(at).length === 1) {
				this.#exchanges.set(at + 1, [at + 1, index + 1]);
			}
			this.#read(folded(textOf(message.content)), wanted, seen);
			for (const call of toolCallsOf(message)) {
				this.#read(foldedArguments(call.arguments), wanted, seen);
			}
		});
		for (const [index, words] of wordsByMessage) {
			for (const word of words) {
				const numbers = this.#numbers.get(word) ?? [];
				numbers.push(index + 1);
				this.#numbers.set(word, numbers);
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
			const numbers = this.#numbers.get(word) ?? [];
			const weight = Math.log(1 + this.#messageCount / Math.max(1, numbers.length));
			all += weight;
			if (numbers.length > Math.max(3, this.#messageCount * rareShare)) {
				continue;
			}
			for (const number of numbers) {
				const score = scores.get(number) ?? { weight: 0, terms: 0, only: false };
				score.weight += weight;
				score.terms += 1;
				score.only ||= numbers.length === 1 && /[._\d]/.test(word);
				scores.set(number, score);
			}
		}
		// The first of equals: later ones may only repeat it.
		const [best] = [...scores].sort(([one, a], [other, b]) => b.weight - a.weight || one - other);
		if (best === undefined) {
			return [];
		}
		const [number, found] = best;
		const isCertain =
			(found.only && found.weight >= all * nameShare) ||
			thresholds.some(({ terms: min, share }) => found.terms >= min && found.weight >= all * share);
		return isCertain ? (this.#exchanges.get(number) ?? [number]) : [];
	}
}
