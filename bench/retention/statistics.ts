import { randomFrom } from '../../test/support/random.ts';

/** The arithmetic mean; NaN of nothing. */
export function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A mean and the bounds of its 95 % confidence interval. */
export interface Estimate {
	readonly mean: number;
	readonly low: number;
	readonly high: number;
	/** Values it was made from. */
	readonly count: number;
}

const resamples = 2_000;
const seed = 20_260_923;

/** Mean over sessions with a bootstrap interval: sessions differ more than cuts of one do. */
export function estimate(values: readonly number[]): Estimate {
	const next = randomFrom(seed);
	const means = Array.from({ length: resamples }, () =>
		mean(values.map(() => values[Math.floor(next() * values.length)] ?? Number.NaN)),
	).sort((a, b) => a - b);
	const at = (share: number): number =>
		means[Math.min(resamples - 1, Math.floor(share * resamples))] ?? Number.NaN;
	return { mean: mean(values), low: at(0.025), high: at(0.975), count: values.length };
}
