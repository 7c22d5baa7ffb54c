/** Numbers in a row: what is known of millions of lines must not be objects. */
export class NumberColumn {
	#numbers: Int32Array | Float64Array;
	#length = 0;

	/** @param size Bytes of a number: 4 for those below two thousand millions, 8 for offsets. */
	constructor(size: 4 | 8 = 4) {
		this.#numbers = size === 4 ? new Int32Array(64) : new Float64Array(64);
	}

	get length(): number {
		return this.#length;
	}

	push(value: number): void {
		if (this.#length === this.#numbers.length) {
			const length = Math.ceil(this.#length * 1.5);
			const isSmall = this.#numbers instanceof Int32Array;
			const larger = isSmall ? new Int32Array(length) : new Float64Array(length);
			larger.set(this.#numbers);
			this.#numbers = larger;
		}
		this.#numbers[this.#length] = value;
		this.#length += 1;
	}

	/** -1 where there is none. */
	at(index: number): number {
		return index >= 0 && index < this.#length ? (this.#numbers[index] ?? -1) : -1;
	}

	/** Puts a number at a place; places before it that there were none for get -1. */
	set(index: number, value: number): void {
		while (this.#length <= index) {
			this.push(-1);
		}
		this.#numbers[index] = value;
	}

	/** Forgets all but the first. */
	cut(length: number): void {
		this.#length = Math.min(length, this.#length);
	}
}
