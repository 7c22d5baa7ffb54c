import assert from 'node:assert/strict';
import { atOnce, inSlices, type Steps } from '../../../../src/transcripts/bytes/steps.ts';

describe('work in steps', () => {
	let tidied = false;
	beforeEach(() => {
		tidied = false;
	});

	/** Steps of some milliseconds each. */
	function* busy(steps: number): Steps<number> {
		try {
			for (let step = 0; step < steps; step += 1) {
				for (const until = performance.now() + 4; performance.now() < until; ) {
					// Nobody else has a turn.
				}
				yield;
			}
			return steps;
		} finally {
			tidied = true;
		}
	}

	it('is done, at once or in slices', async () => {
		assert.equal(atOnce(busy(2)), 2);
		assert.equal(await inSlices(busy(2)), 2);
		assert.ok(tidied);
	});

	it('gives others turns in between', async () => {
		let turns = 0;
		const count = (): void => {
			turns += 1;
			if (!tidied) {
				setImmediate(count);
			}
		};
		setImmediate(count);
		await inSlices(busy(30));
		assert.ok(turns > 5, String(turns));
	});

	it('ends when it is stopped, with everything tidied up', async () => {
		const stop = new AbortController();
		const reason = new Error('stopped');
		setImmediate(() => stop.abort(reason));
		await assert.rejects(inSlices(busy(10_000), stop.signal), reason);
		assert.ok(tidied);
	});

	it('does not begin when it was stopped before', async () => {
		const steps = busy(1);
		await assert.rejects(inSlices(steps, AbortSignal.abort(new Error('stopped'))), /stopped/);
		assert.equal(steps.next().done, false);
	});

	it('fails as its steps do', async () => {
		const failing = (): Iterator<void, never> => ({
			next() {
				throw new Error('no more');
			},
		});
		await assert.rejects(inSlices(failing()), /no more/);
	});
});
