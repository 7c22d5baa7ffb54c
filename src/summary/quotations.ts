import { folded, isUnspaced, stemOf } from './words.ts';

/**
 * Passages in quotation marks, and whether a text has them. Models shorten, correct and join what they quote, so a
 * passage is found by its words in a short stretch of the text, not by its characters.
 */

/** A passage in quotation marks. */
export interface Quotation {
	/** The text of the item up to the passage. */
	readonly before: string;
	/** {@link folded}. */
	readonly text: string;
	/** Stems of its words, by sentence. */
	readonly parts: readonly (readonly string[])[];
}

/** Minimum words of a quotation: fewer are a term, a label or a word that is meant otherwise. */
const leastWords = 4;

/** Omissions and insertions in a quotation, and placeholders in quoted code. */
const gaps = /\[[^[\]\n]{0,60}\]|<[^<>\n]{0,60}>|\{[^{}\n]{0,60}\}|…|\.\.\./g;

/** The outermost passages in quotation marks, without short ones and those of scripts without spaces. Linear. */
export function quotationsIn(text: string): Quotation[] {
	return passagesIn(text).flatMap(([start, end]) => {
		const passage = folded(text.slice(start, end));
		const parts = partsOf(passage);
		return isUnspaced(passage) || wordCount(parts) < leastWords
			? []
			: [{ before: text.slice(0, start - 1), text: passage, parts }];
	});
}

function wordCount(parts: Quotation['parts']): number {
	return parts.reduce((sum, { length }) => sum + length, 0);
}

const code = /(`{1,2})[^`\n]{1,300}\1/g;

/**
 * Start and end of the passages between quotation marks. The same mark may open or close: one that opens precedes a
 * passage without a space and follows no word, one that closes the reverse. Marks in code are code.
 */
function passagesIn(text: string): (readonly [number, number])[] {
	const plain = text.replace(code, (whole) => 'x'.repeat(whole.length));
	const found: (readonly [number, number])[] = [];
	const open: number[] = [];
	for (const { index } of plain.matchAll(/["“”„«»]/g)) {
		const before = plain.charAt(index - 1);
		const after = plain.charAt(index + 1);
		if (/[\p{L}\p{N}`([*_<{/$…-]/u.test(after) && !/[\p{L}\p{N}.,!?…)\]]/u.test(before)) {
			open.push(index + 1);
		} else if (/\S/.test(before) && !/[\p{L}\p{N}]/u.test(after)) {
			const start = open.pop();
			if (start !== undefined) {
				while ((found.at(-1)?.[0] ?? -1) > start) {
					found.pop();
				}
				found.push([start, index]);
			}
		}
	}
	return found;
}

/** The stems of a passage by sentence; a short sentence is joined with the next. @param passage {@link folded}. */
function partsOf(passage: string): string[][] {
	const parts: string[][] = [[]];
	for (const sentence of passage.replace(gaps, '\n').split(/\n|(?<=[.!?;:])\s/)) {
		const last = parts.at(-1) ?? [];
		if (last.length >= leastWords) {
			parts.push([...stemsIn(sentence)]);
		} else {
			last.push(...stemsIn(sentence));
		}
	}
	return parts;
}

/** The stems of a {@link folded} text; apostrophes do not count. */
function* stemsIn(text: string): Generator<string> {
	for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)) {
		yield stemOf(word.replace(/['’]/g, ''));
	}
}

/** Share of a quotation's words that a text must have. */
const leastShare = 0.75;

/** Quotations that are searched for, so that a reply of nothing else takes no longer. */
const mostQuotations = 300;

/** Words between two texts: more than any stretch has. */
const apart = 10_000;

/** The quotations that texts do not have. Linear in the texts. @param texts {@link folded}. */
export function notQuoted(
	quotations: readonly Quotation[],
	texts: readonly string[],
): ReadonlySet<Quotation> {
	const altered = quotations
		.slice(0, mostQuotations)
		.filter(({ text }) => !texts.some((each) => each.includes(text)));
	const stretches = new Map(
		altered.flatMap(({ parts }) => parts.map((part) => [part, new Stretch(part)] as const)),
	);
	const byStem = new Map<string, Stretch[]>();
	for (const [part, stretch] of stretches) {
		for (const stem of new Set(part)) {
			byStem.set(stem, [...(byStem.get(stem) ?? []), stretch]);
		}
	}
	let at = 0;
	for (const text of altered.length === 0 ? [] : texts) {
		for (const stem of stemsIn(text)) {
			at += 1;
			for (const stretch of byStem.get(stem) ?? []) {
				stretch.add(stem, at);
			}
		}
		at += apart;
	}
	return new Set(
		altered.filter(({ parts }) => {
			const found = parts.reduce((sum, part) => sum + (stretches.get(part)?.best ?? 0), 0);
			return found < wordCount(parts) * leastShare;
		}),
	);
}

/** The words of a passage in the last words of a text. */
class Stretch {
	/** The largest number of the passage's words that were in one stretch. */
	best = 0;
	readonly #length: number;
	/** How often the passage has each word, less those in the stretch. */
	readonly #missing = new Map<string, number>();
	/** The passage's words in the stretch, with their positions. */
	readonly #recent: (readonly [string, number])[] = [];
	#found = 0;

	constructor(stems: readonly string[]) {
		this.#length = stems.length * 1.5 + 3;
		for (const stem of stems) {
			this.#missing.set(stem, (this.#missing.get(stem) ?? 0) + 1);
		}
	}

	/** @param at Position of the word in the text. */
	add(stem: string, at: number): void {
		const start = at - this.#length;
		const gone = this.#recent.findIndex(([, position]) => position > start);
		for (const [oldest] of this.#recent.splice(0, gone < 0 ? this.#recent.length : gone)) {
			const missing = (this.#missing.get(oldest) ?? 0) + 1;
			this.#missing.set(oldest, missing);
			this.#found -= Number(missing > 0);
		}
		const missing = this.#missing.get(stem) ?? 0;
		this.#missing.set(stem, missing - 1);
		this.#recent.push([stem, at]);
		this.#found += Number(missing > 0);
		this.best = Math.max(this.best, this.#found);
	}
}
