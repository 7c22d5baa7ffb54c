import type { LogRange } from '../messages/message.ts';

/** What came of one range: the tokens by which its context exceeds the window. */
interface Tried {
	readonly excess: number;
}

/**
 * The range whose context fits the window and leaves the most as it was: one without a protected start, else
 * one with less of a tail. Where none fits: the one that comes nearest.
 * @param bare The range that protects nothing of the start.
 * @param ends Where that may end later, in order.
 * @param attempt Undefined where a range leaves nothing to summarise.
 */
export function fittingRange<One extends Tried>(
	bare: LogRange,
	ends: readonly number[],
	attempt: (range: LogRange) => One | undefined,
): One | undefined {
	const tried: One[] = [];
	const fits = (range: LogRange): One | undefined => {
		const one = attempt(range);
		tried.push(...(one === undefined ? [] : [one]));
		return one !== undefined && one.excess <= 0 ? one : undefined;
	};
	return (
		fits(bare) ??
		firstFitting(ends, (end) => fits({ ...bare, end })) ??
		tried.toSorted((a, b) => a.excess - b.excess)[0]
	);
}

/** Halves what is left with each try: a later end leaves less of a tail. */
function firstFitting<One>(
	ends: readonly number[],
	fits: (end: number) => One | undefined,
): One | undefined {
	let [low, high] = [0, ends.length];
	let found: One | undefined;
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		const one = fits(ends[middle] ?? 0);
		found = one ?? found;
		[low, high] = one === undefined ? [middle + 1, high] : [low, middle];
	}
	return found;
}
