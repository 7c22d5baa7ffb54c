import assert from 'node:assert/strict';

/** How long something may take that is bound to happen, milliseconds. */
const patienceMs = 120_000;

/** Between two looks, so that what is waited for has the core for itself. Milliseconds. */
const restMs = 2;

/** The machine's, also in a test that has timers of its own. */
const realTimeout = setTimeout;

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
	const started = performance.now();
	while (!(await isSo())) {
		assert.ok(performance.now() - started < patienceMs, 'what was waited for never happened');
		await new Promise((resolve) => realTimeout(resolve, restMs));
	}
}
