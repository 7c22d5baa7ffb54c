/** Bits of a character that are looked at, and characters of a word. */
const bits = 6;
const reach = 3;
const mask = (1 << bits) - 1;
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
			const [first, second, third] = [0, 1, 2].map((index) => word.charCodeAt(index) & mask);
			const place = (((first ?? 0) << bits) | (second ?? 0)) << bits;
			const last = word.length < reach ? mask : 0;
			for (let any = 0; any <= last; any += 1) {
				const at = place | (last === 0 ? (third ?? 0) : any);
				this.#begins[at >> 5] = (this.#begins[at >> 5] ?? 0) | (1 << (at & 31));
			}
		}
	}

	/** The first place from `start` on where a word may begin; the text's length where there is none. */
	next(text: string, start: number): number {
		const begins = this.#begins;
		let place = ((text.charCodeAt(start) & mask) << bits) | (text.charCodeAt(start + 1) & mask);
		for (let index = start; index < text.length; index += 1) {
			place = ((place << bits) | (text.charCodeAt(index + 2) & mask)) & places;
			if ((((begins[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1) {
				return index;
			}
		}
		return text.length;
	}
}
