import { randomInt } from 'node:crypto';

/** Another one in each process: nobody can write a file whose names get in each other's way. */
const seed = randomInt(2 ** 32);

/**
 * Gives each different name a number, counting from 0. Keeps digests of 64 bits in place of the names:
 * twenty bytes each, where a map of strings takes two hundred.
 */
export class NameNumbers {
	/** Numbers plus one, at the places their digests lead to; 0 is free. */
	#places = new Int32Array(64);
	#high = new Int32Array(32);
	#low = new Int32Array(32);
	#length = 0;

	/** How many names there are. */
	get length(): number {
		return this.#length;
	}

	/** The number of a name, a new one if it is new. */
	numberOf(name: string): number {
		const [high, low] = digest(name);
		const place = this.#placeOf(high, low);
		const known = this.#places[place] ?? 0;
		if (known > 0) {
			return known - 1;
		}
		this.#high[this.#length] = high;
		this.#low[this.#length] = low;
		this.#length += 1;
		this.#places[place] = this.#length;
		if (this.#length === this.#high.length) {
			this.#grow();
		}
		return this.#length - 1;
	}

	/** The number of a name; -1 when it has none. */
	find(name: string): number {
		return (this.#places[this.#placeOf(...digest(name))] ?? 0) - 1;
	}

	/** Where a digest is, or where it would be. */
	#placeOf(high: number, low: number): number {
		const last = this.#places.length - 1;
		let place = low & last;
		for (;;) {
			const number = (this.#places[place] ?? 0) - 1;
			if (number === -1 || (this.#high[number] === high && this.#low[number] === low)) {
				return place;
			}
			place = (place + 1) & last;
		}
	}

	/** Half of the places are always free. */
	#grow(): void {
		const larger = (numbers: Int32Array): Int32Array<ArrayBuffer> => {
			const made = new Int32Array(numbers.length * 2);
			made.set(numbers);
			return made;
		};
		this.#high = larger(this.#high);
		this.#low = larger(this.#low);
		this.#places = new Int32Array(this.#places.length * 2);
		for (let number = 0; number < this.#length; number += 1) {
			this.#places[this.#placeOf(this.#high[number] ?? 0, this.#low[number] ?? 0)] = number + 1;
		}
	}
}

/** Two of MurmurHash's mixers over the code units, with different constants. */
function digest(name: string): readonly [high: number, low: number] {
	let high = seed ^ name.length;
	let low = ~seed ^ name.length;
	for (let index = 0; index < name.length; index += 1) {
		const code = name.charCodeAt(index);
		high = Math.imul(high ^ code, 0x85eb_ca6b);
		high ^= high >>> 13;
		low = Math.imul(low ^ code, 0xc2b2_ae35);
		low ^= low >>> 16;
	}
	return [high | 0, low | 0];
}
