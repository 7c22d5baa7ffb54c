import { folded, isUnspaced, stemOf } from './words.ts';

/**
 * Passages in quotation marks, and whether a text has them. Models shorten, correct and join what they quote, so a
 * passage is found by its words in a short stretch of the text, not by its characters.
 */

type Stems = readonly string[];

/** A passage in quotation marks. */
export interface Quotation {
	/** The text of the item up to the passage. */
	readonly before: string;
	/** The text of the item after the passage. */
	readonly after: string;
	/** {@link folded}. */
	readonly text: string;
	/** Stems of its words, by sentence. */
	readonly parts: readonly Stems[];
	/** The same by clause, however short. */
	readonly clauses: readonly Stems[];
}

/** Minimum words of a quotation: fewer are a term, a label or a word that is meant otherwise. */
const minWords = 4;

/** Omissions and insertions in a quotation, and placeholders in quoted code. */
const gaps = /\[[^[\]\n]{0,60}\]|<[^<>\n]{0,60}>|\{[^{}\n]{0,60}\}|…|\.\.\./g;

/** The outermost passages in quotation marks, without short ones and those of scripts without spaces. Linear. */
export function quotationsIn(text: string): Quotation[] {
	return passagesIn(text).flatMap(([start, end]) => {
		const passage = folded(text.slice(start, end));
		// A passage of code may have line breaks as escapes.
		const plain = folded(text.slice(start, end).replace(/\\[nrt]/g, '\n')).replace(gaps, '\n');
		const parts = partsOf(plain);
		return isUnspaced(passage) || wordCount(parts) < minWords
			? []
			: [
					{
						before: text.slice(0, start - 1),
						after: text.slice(end + 1),
						text: passage,
						parts,
						clauses: clausesOf(plain),
					},
				];
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

/** The stems of a passage by sentence; a short sentence is joined with the next. */
function partsOf(passage: string): string[][] {
	const parts: string[][] = [[]];
	for (const sentence of passage.split(/\n|(?<=[.!?;:])\s/)) {
		const last = parts.at(-1) ?? [];
		if (last.length >= minWords) {
			parts.push([...stemsIn(sentence)]);
		} else {
			last.push(...stemsIn(sentence));
		}
	}
	return parts;
}

/** The stems of a passage by clause. */
function clausesOf(passage: string): string[][] {
	return passage
		.split(/\n|(?<=[.!?;:,])\s/)
		.map((clause) => [...stemsIn(clause)])
		.filter(({ length }) => length > 0);
}

/** The stems of a {@link folded} text; apostrophes do not count. */
function* stemsIn(text: string): Generator<string> {
	for (const [word] of text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu)) {
		yield stemOf(word.replace(/['’]/g, ''));
	}
}

/** Minimum share of a quotation's words that a text has. */
const minShare = 0.75;

/** Maximum words of the quotations that are searched for, so that a reply of nothing else takes no longer. */
const maxWords = 2_000;

/** Words between two texts: more than any stretch has. */
const apart = 10_000;

/** The quotations that texts do not have. Linear in the texts and in the quotations. @param texts {@link folded}. */
export function notQuoted(
	quotations: readonly Quotation[],
	texts: readonly string[],
): ReadonlySet<Quotation> {
	let words = 0;
	const wanted = quotations.filter(({ parts }) => (words += wordCount(parts)) <= maxWords);
	const places = new Places(
		new Set(wanted.flatMap(({ parts, clauses }) => [...parts, ...clauses].flat())),
		wanted.length === 0 ? [] : texts,
	);
	const hasMost = (parts: readonly Stems[]): boolean =>
		parts.reduce((sum, part) => sum + places.mostOf(part), 0) >= wordCount(parts) * minShare;
	// Models join what was said in several places.
	const hasAll = (clauses: readonly Stems[]): boolean =>
		clauses.every((clause) => places.mostOf(clause) === clause.length);
	return new Set(
		wanted.filter(
			({ text, parts, clauses }) =>
				!hasMost(parts) && !hasAll(clauses) && !texts.some((each) => each.includes(text)),
		),
	);
}

/** Maximum places that are looked at for a passage; words that occur more often tell nothing. */
const maxPlaces = 5_000;

/** Where texts have certain words. */
class Places {
	/** Ascending positions, by stem. */
	readonly #byStem: ReadonlyMap<string, number[]>;
	readonly #found = new Map<string, number>();

	constructor(stems: ReadonlySet<string>, texts: readonly string[]) {
		this.#byStem = new Map([...stems].map((stem) => [stem, []]));
		let at = 0;
		for (const text of texts) {
			for (const stem of stemsIn(text)) {
				at += 1;
				this.#byStem.get(stem)?.push(at);
			}
			at += apart;
		}
	}

	/** The largest number of a passage's words in one stretch of a text. */
	mostOf(passage: Stems): number {
		const key = passage.join(' ');
		const most = this.#found.get(key) ?? this.#searchFor(passage);
		this.#found.set(key, most);
		return most;
	}

	#searchFor(passage: Stems): number {
		const stems = [...new Set(passage)]
			.map((stem) => [stem, this.#byStem.get(stem) ?? []] as const)
			.sort(([, one], [, other]) => one.length - other.length);
		// A stretch with most of the words has at least one of these.
		const rarest = stems.slice(0, Math.max(3, Math.floor(passage.length * (1 - minShare)) + 1));
		if (rarest.reduce((sum, [, positions]) => sum + positions.length, 0) > maxPlaces) {
			return passage.length;
		}
		const stretch = new Stretch(passage);
		let next = 0;
		for (const place of rarest.flatMap(([, positions]) => positions).sort((a, b) => a - b)) {
			const start = Math.max(next, place - stretch.length);
			next = place + stretch.length;
			const near = stems.flatMap(([stem, positions]) =>
				between(positions, start, next).map((position) => [stem, position] as const),
			);
			for (const [stem, position] of near.sort(([, one], [, other]) => one - other)) {
				stretch.add(stem, position);
			}
			if (stretch.best === passage.length) {
				break;
			}
		}
		return stretch.best;
	}
}

/** The positions from `start` and before `end`. */
function between(positions: readonly number[], start: number, end: number): readonly number[] {
	return positions.slice(countBefore(positions, start), countBefore(positions, end));
}

function countBefore(positions: readonly number[], limit: number): number {
	let low = 0;
	let high = positions.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((positions[middle] ?? 0) < limit) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

/** The words of a passage in the last words of a text. */
class Stretch {
	/** The largest number of the passage's words that were in one stretch. */
	best = 0;
	/** In words of the text. */
	readonly length: number;
	/** How often the passage has each word, less those in the stretch. */
	readonly #missing = new Map<string, number>();
	/** The passage's words in the stretch, with their positions. */
	readonly #recent: (readonly [string, number])[] = [];
	#found = 0;

	constructor(stems: Stems) {
		this.length = Math.ceil(stems.length * 1.5) + 3;
		for (const stem of stems) {
			this.#missing.set(stem, (this.#missing.get(stem) ?? 0) + 1);
		}
	}

	/** @param at Position of the word in the text. */
	add(stem: string, at: number): void {
		const start = at - this.length;
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
