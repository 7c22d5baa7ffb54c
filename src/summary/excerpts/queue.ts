/** A heap of things by worth, the most first; equal ones in the order they were put in. */
export class Queue<T> {
	readonly #heap: { readonly value: T; readonly worth: number; readonly order: number }[] = [];
	#order = 0;

	push(value: T, worth: number): void {
		const heap = this.#heap;
		heap.push({ value, worth, order: this.#order });
		this.#order += 1;
		let at = heap.length - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (!this.#isBefore(at, parent)) {
				break;
			}
			this.#swap(at, parent);
			at = parent;
		}
	}

	pop(): T | undefined {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (first === undefined || last === undefined) {
			return undefined;
		}
		if (heap.length > 0) {
			heap[0] = last;
			let at = 0;
			for (;;) {
				const left = 2 * at + 1;
				const right = left + 1;
				const larger = right < heap.length && this.#isBefore(right, left) ? right : left;
				if (larger >= heap.length || !this.#isBefore(larger, at)) {
					break;
				}
				this.#swap(at, larger);
				at = larger;
			}
		}
		return first.value;
	}

	#isBefore(a: number, b: number): boolean {
		const first = this.#heap[a];
		const second = this.#heap[b];
		return (
			first !== undefined &&
			second !== undefined &&
			(first.worth > second.worth || (first.worth === second.worth && first.order < second.order))
		);
	}

	#swap(a: number, b: number): void {
		const first = this.#heap[a];
		const second = this.#heap[b];
		if (first !== undefined && second !== undefined) {
			this.#heap[a] = second;
			this.#heap[b] = first;
		}
	}
}
