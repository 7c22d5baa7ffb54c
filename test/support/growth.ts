import assert from 'node:assert/strict';

/** Twice the work may take this much longer; linear code takes about 2, quadratic 4. */
const largestRatio = 3;

/** So little that one look is enough: twice the work is surely not four times as much. */
const surelyLinear = 2.5;

const repeats = 3;

/** Below this the clock is too coarse for a ratio to mean anything, milliseconds. */
const telling = 10;

/** A busy machine can spoil a measurement, but not this many. */
const measurements = 4;

/** Where one size fits into a cache and its double does not, larger ones still grow in proportion. */
const doublings = 3;

/**
 * Asserts that work grows no faster than linearly: twice the input takes less than three times as
 * long, at this size or at a larger one. Only the ratio counts, never how long anything takes.
 * @param prepare Makes the work for an input of this size; not measured.
 */
export function assertLinear(size: number, prepare: (size: number) => () => unknown): void {
	const ratios: string[] = [];
	for (let doubling = 0; doubling < doublings; doubling += 1) {
		const once = prepare(size * 2 ** doubling);
		const twice = prepare(size * 2 ** (doubling + 1));
		// Compiles it.
		once();
		const longer = timeOf(twice);
		if (longer < telling || longer / timeOf(once) < surelyLinear) {
			return;
		}
		for (let measurement = 0; measurement < measurements; measurement += 1) {
			const least = fastest(twice);
			const ratio = least / fastest(once);
			if (least < telling || ratio < largestRatio) {
				return;
			}
			ratios.push(ratio.toFixed(1));
		}
	}
	assert.fail(`twice the input took ${ratios.join(', ')} × the time`);
}

/** {@link timeOf} the quickest run: what else the machine does counts less. */
function fastest(work: () => unknown): number {
	let least = Number.POSITIVE_INFINITY;
	for (let repeat = 0; repeat < repeats; repeat += 1) {
		least = Math.min(least, timeOf(work));
	}
	return least;
}

/** Processor time, milliseconds. */
function timeOf(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
