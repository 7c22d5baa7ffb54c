import assert from 'node:assert/strict';

/** How long something may take that is bound to happen, milliseconds. */
const patienceMs = 120_000;

/** Between the first two looks, milliseconds. */
const firstRestMs = 2;

/** A look may ask a browser or open a database: what is waited for long has the core for itself. */
const restGrowth = 1.3;

const longestRestMs = 60;

/** The machine's, also in a test that has timers of its own. */
const realTimeout = setTimeout;

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const started = performance.now();
	let restMs = firstRestMs;
	while (!(await isSo())) {
		assert.ok(performance.now() - started < patienceMs, 'what was waited for never happened');
		await new Promise((resolve) => realTimeout(resolve, restMs));
		restMs = Math.min(restMs * restGrowth, longestRestMs);
	}
}
