/** Numbers in a row, eight bytes each: what is known of millions of lines must not be objects. */
export class NumberColumn {
	#numbers = new Float64Array(64);
	#length = 0;

	get length(): number {
		return this.#length;
	}

	push(value: number): void {
		if (this.#length === this.#numbers.length) {
			const larger = new Float64Array(this.#length * 2);
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

	set(index: number, value: number): void {
		this.#numbers[index] = value;
	}

	/** Forgets all but the first. */
	cut(length: number): void {
		this.#length = Math.min(length, this.#length);
	}
}
