/**
 * Which entries of a chat's list are read that name a message again. An id is made of what a message
 * says, so words that were said twice have one id; but a small file could list a long message without
 * end. All that is read again comes to no more than what was read once.
 */
export class Repetitions {
	/** Entries that were not allowed. */
	left = 0;
	readonly #sizes = new Map<string, number>();
	#once = 0;
	#again = 0;

	/** Whether the next entry may be read. */
	allow(id: string): boolean {
		const size = this.#sizes.get(id);
		if (size === undefined) {
			return true;
		}
		if (this.#again + size > this.#once) {
			this.left += 1;
			return false;
		}
		this.#again += size;
		return true;
	}

	/** @param size What an allowed entry came to. */
	took(id: string, size: number): void {
		if (!this.#sizes.has(id)) {
			this.#sizes.set(id, size);
			this.#once += size;
		}
	}
}
