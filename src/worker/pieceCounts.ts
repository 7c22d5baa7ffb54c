/** Pieces that are remembered at once, a power of two: the frequent ones of a long session. */
const places = 1 << 16;

/** Characters of the longest piece that is remembered. */
const longest = 16;

/**
 * Hundredths of tokens of pieces of text that were counted lately. A piece has one place, by its characters; another
 * that comes to the same place takes it. Nothing is allocated to look one up.
 */
export class PieceCounts {
	/** The characters at each place. */
	readonly #characters = new Uint16Array(places * longest);
	readonly #lengths = new Uint8Array(places);
	readonly #hundredths = new Uint16Array(places);

	/** @param count Hundredths of tokens of a piece, where they are not known. */
	hundredthsOf(text: string, start: number, end: number, count: (piece: string) => number): number {
		const length = end - start;
		if (length > longest) {
			return count(text.slice(start, end));
		}
		let hash = length;
		for (let index = start; index < end; index += 1) {
			hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
		}
		const place = (hash ^ (hash >>> 15)) & (places - 1);
		if (this.#lengths[place] !== length || !this.#holds(place, text, start)) {
			this.#lengths[place] = length;
			this.#hundredths[place] = count(text.slice(start, end));
			for (let offset = 0; offset < length; offset += 1) {
				this.#characters[place * longest + offset] = text.charCodeAt(start + offset);
			}
		}
		return this.#hundredths[place] ?? 0;
	}

	#holds(place: number, text: string, start: number): boolean {
		const from = place * longest;
		const length = this.#lengths[place] ?? 0;
		for (let offset = 0; offset < length; offset += 1) {
			if (this.#characters[from + offset] !== text.charCodeAt(start + offset)) {
				return false;
			}
		}
		return true;
	}
}
