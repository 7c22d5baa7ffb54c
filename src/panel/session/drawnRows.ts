import type { ComponentChild } from 'preact';

interface DrawnRow {
	readonly from: readonly unknown[];
	readonly drawn: ComponentChild;
}

/** Rows as they were drawn last: one that is drawn from the same things costs nothing when the list scrolls. */
export class DrawnRows {
	#rows = new Map<number, DrawnRow>();
	#next = new Map<number, DrawnRow>();

	/** @param from Whatever the row depends on. */
	row(row: number, from: readonly unknown[], draw: () => ComponentChild): ComponentChild {
		const before = this.#rows.get(row);
		const isSame =
			before?.from.length === from.length &&
			before.from.every((one, at) => Object.is(one, from[at]));
		const now = isSame ? before : { from, drawn: draw() };
		this.#next.set(row, now);
		return now.drawn;
	}

	/** Forgets rows that were not drawn since it was called last. */
	sweep(): void {
		this.#rows = this.#next;
		this.#next = new Map();
	}
}
