/** Bits of a character that are looked at. */
const bits = 6;
const mask = (1 << bits) - 1;

/** How many characters of a word are looked at. */
const reach = 3;

/** The largest place, a number made of the bits of as many characters. */
const places = (1 << (bits * reach)) - 1;

/**
 * Where a text may hold one of many words, told by the three characters it begins with. Looking those up
 * costs a fraction of what a pattern of all the words does, and most places are no candidates.
 */
export class Openings {
	/** Whether a word begins with characters of these bits: a bit each, so that all stay at hand. */
	readonly #begins = new Uint32Array(1 << (bits * reach - 5));

	/** @param words Two characters or more each. */
	constructor(words: Iterable<string>) {
		for (const word of words) {
			const place = folded(word.charCodeAt(0), word.charCodeAt(1)) << bits;
			if (word.length < reach) {
				this.#begins.fill(-1, place >> 5, (place >> 5) + 2);
			} else {
				this.#mark(place | (word.charCodeAt(2) & mask));
			}
		}
	}

	/** The first place from `start` on where a word may begin; the text's length where there is none. */
	next(text: string, start: number): number {
		const begins = this.#begins;
		const { length } = text;
		let place = folded(text.charCodeAt(start), text.charCodeAt(start + 1));
		for (let index = start; index < length; index += 1) {
			const code = index + 2 < length ? text.charCodeAt(index + 2) : 0;
			place = ((place << bits) | (code & mask)) & places;
			if ((((begins[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1) {
				return index;
			}
		}
		return length;
	}

	#mark(place: number): void {
		this.#begins[place >> 5] = (this.#begins[place >> 5] ?? 0) | (1 << (place & 31));
	}
}

function folded(first: number, second: number): number {
	return ((first & mask) << bits) | (second & mask);
}
