/**
 * Heights of rows, pixels: estimated until a row is drawn and measured. A tree of sums, so that neither a new
 * height nor a place is a walk over all rows.
 */
export class RowHeights {
	readonly #heights: Float64Array;
	/** At `i`, the sum of as many heights in front of it as the lowest set bit of `i` says. */
	readonly #sums: Float64Array;

	constructor(estimates: Float64Array) {
		this.#heights = Float64Array.from(estimates);
		this.#sums = new Float64Array(estimates.length + 1);
		for (let index = 1; index < this.#sums.length; index += 1) {
			this.#sums[index] = (this.#sums[index] ?? 0) + (estimates[index - 1] ?? 0);
			const parent = index + (index & -index);
			if (parent < this.#sums.length) {
				this.#sums[parent] = (this.#sums[parent] ?? 0) + (this.#sums[index] ?? 0);
			}
		}
	}

	get length(): number {
		return this.#heights.length;
	}

	get total(): number {
		return this.offsetOf(this.length);
	}

	/** @returns Whether it was another height before. */
	set(row: number, height: number): boolean {
		const before = this.#heights[row];
		if (before === undefined || Math.abs(height - before) < 0.5) {
			return false;
		}
		this.#heights[row] = height;
		for (let index = row + 1; index < this.#sums.length; index += index & -index) {
			this.#sums[index] = (this.#sums[index] ?? 0) + height - before;
		}
		return true;
	}

	/** Where a row begins. @param row The number of rows: where the last one ends. */
	offsetOf(row: number): number {
		let sum = 0;
		for (let index = Math.min(row, this.length); index > 0; index -= index & -index) {
			sum += this.#sums[index] ?? 0;
		}
		return sum;
	}

	/** The row at an offset; of offsets outside the first or the last one. */
	rowAt(offset: number): number {
		let row = 0;
		let left = offset;
		for (let step = 2 ** Math.floor(Math.log2(this.length || 1)); step >= 1; step /= 2) {
			const sum = this.#sums[row + step];
			if (sum !== undefined && sum <= left) {
				row += step;
				left -= sum;
			}
		}
		return Math.max(0, Math.min(row, this.length - 1));
	}
}
