import { alone, wordCodes } from './words.ts';

/**
 * Where a log says what the items of a summary name. Only what is asked for is indexed, so that the
 * memory it takes is bounded by the summary and not by the log, which is read once.
 */

/** Passages kept of one phrase, the first that were added; what stands in more says little. */
const mostPassages = 128;

/** Phrases that are looked for at one word; beyond that only the first ones are. */
const mostAtWord = 48;

/** More than any word has letters, so that lengths decide only between words as often used. */
const longestWord = 1e6;

/** Characters that may stand between two words of a phrase: `": "`, `::`, `\\`. */
const widestGap = 4;

/** Bits of a hash by which most words are told from those looked for: a table of 256 KB. */
const filterBits = 0x3ffff;

/** Where a phrase stands. */
export interface Occurrences {
	/** Passages that say it, all of them counted. */
	readonly count: number;
	/** The passages kept, in the order they were added. */
	readonly passages: readonly number[];
	/** For each of them the places it stands in, as a sum of the bits they were added with. */
	readonly places: readonly number[];
}

interface Found {
	count: number;
	last: number;
	readonly passages: number[];
	readonly places: number[];
}

interface Wanted {
	/** Codes of each word, in lower case. */
	readonly words: readonly (readonly number[])[];
	/** Which of the words is looked for first: the one fewest phrases share, and the longest of those. */
	readonly anchor: number;
	readonly found: Found;
}

const nowhere: Occurrences = { count: 0, passages: [], places: [] };

/** Looks for phrases in passages, which are added one after the other. */
export class PhraseIndex {
	readonly #codes = wordCodes();
	readonly #found = new Map<string, Found>();
	/** By the hash of their anchor. */
	readonly #wanted = new Map<number, Wanted[]>();
	/** Whether any anchor has a hash that ends in these bits. */
	readonly #filter = new Uint8Array(filterBits + 1);

	/** @param phrases Words in lower case with single spaces. */
	constructor(phrases: Iterable<string>) {
		const wanted = [...new Set(phrases)].filter((phrase) => phrase !== '');
		const uses = new Map<string, number>();
		for (const word of wanted.flatMap((phrase) => phrase.split(' '))) {
			uses.set(word, (uses.get(word) ?? 0) + 1);
		}
		for (const phrase of wanted) {
			this.#want(phrase, uses);
		}
	}

	/** The passages that say a phrase. */
	find(phrase: string): Occurrences {
		return this.#found.get(phrase) ?? nowhere;
	}

	/**
	 * Reads a text of a passage. Texts of one passage come one after the other.
	 * @param place A bit of its own for each place of a passage.
	 */
	add(passage: number, place: number, text: string): void {
		const codes = this.#codes;
		let start = -1;
		let hash = 0;
		for (let at = 0; at < text.length; at += 1) {
			const code = codes[text.charCodeAt(at)] ?? 0;
			if (code !== 0 && code < alone) {
				start = start < 0 ? at : start;
				hash = (Math.imul(hash, 31) + code) | 0;
				continue;
			}
			if (start >= 0 && this.#filter[hash & filterBits] === 1) {
				this.#word(passage, place, text, start, at, hash);
			}
			start = -1;
			hash = 0;
			if (code !== 0) {
				this.#word(passage, place, text, at, at + 1, code | 0);
			}
		}
		if (start >= 0) {
			this.#word(passage, place, text, start, text.length, hash);
		}
	}

	#want(phrase: string, uses: ReadonlyMap<string, number>): void {
		const texts = phrase.split(' ');
		const words = texts.map((word) =>
			Array.from(word, (character) => this.#codes[character.charCodeAt(0)] ?? 0),
		);
		const rank = (at: number): number =>
			(uses.get(texts[at] ?? '') ?? 0) - (texts[at]?.length ?? 0) / longestWord;
		const anchor = texts.reduce((best, _, at) => (rank(at) < rank(best) ? at : best), 0);
		const found: Found = { count: 0, last: -1, passages: [], places: [] };
		this.#found.set(phrase, found);
		const hash = (words[anchor] ?? []).reduce((sum, code) => (Math.imul(sum, 31) + code) | 0, 0);
		this.#filter[hash & filterBits] = 1;
		const same = this.#wanted.get(hash) ?? [];
		if (same.length < mostAtWord) {
			same.push({ words, anchor, found });
			this.#wanted.set(hash, same);
		}
	}

	#word(
		passage: number,
		place: number,
		text: string,
		start: number,
		end: number,
		hash: number,
	): void {
		for (const wanted of this.#wanted.get(hash) ?? []) {
			if (this.#stands(text, start, end, wanted)) {
				note(wanted.found, passage, place);
			}
		}
	}

	/** Whether a phrase stands around its anchor, which is the word between these positions. */
	#stands(text: string, start: number, end: number, { words, anchor }: Wanted): boolean {
		if (!this.#isWord(text, start, end, words[anchor] ?? [])) {
			return false;
		}
		let at = end;
		for (let position = anchor + 1; position < words.length; position += 1) {
			const from = this.#skip(text, at, 1);
			const word = words[position] ?? [];
			at = from + word.length;
			if (!this.#isWord(text, from, at, word) || this.#goesOn(text, at, word)) {
				return false;
			}
		}
		at = start;
		for (let position = anchor - 1; position >= 0; position -= 1) {
			const to = this.#skip(text, at - 1, -1) + 1;
			const word = words[position] ?? [];
			at = to - word.length;
			if (!this.#isWord(text, at, to, word) || this.#goesOn(text, at - 1, word)) {
				return false;
			}
		}
		return true;
	}

	#isWord(text: string, start: number, end: number, word: readonly number[]): boolean {
		if (start < 0 || end - start !== word.length) {
			return false;
		}
		let at = start;
		while (at < end && this.#codes[text.charCodeAt(at)] === word[at - start]) {
			at += 1;
		}
		return at === end;
	}

	/** Whether the word at this position is longer than the one looked for. */
	#goesOn(text: string, at: number, word: readonly number[]): boolean {
		const code = this.#codes[text.charCodeAt(at)] ?? 0;
		return code !== 0 && code < alone && (word[0] ?? 0) < alone;
	}

	/** The next position that belongs to a word, not further than the widest gap. */
	#skip(text: string, from: number, step: 1 | -1): number {
		let at = from;
		for (let gap = 0; gap < widestGap && this.#codes[text.charCodeAt(at)] === 0; gap += 1) {
			at += step;
		}
		return at;
	}
}

function note(found: Found, passage: number, place: number): void {
	if (found.last !== passage) {
		found.last = passage;
		found.count += 1;
		if (found.passages.length < mostPassages) {
			found.passages.push(passage);
			found.places.push(place);
		}
	} else if (found.passages.at(-1) === passage) {
		found.places[found.places.length - 1] = (found.places.at(-1) ?? 0) | place;
	}
}
