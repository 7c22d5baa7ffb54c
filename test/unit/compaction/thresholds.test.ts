import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
	defaultSoftRatio,
	thresholdsOf,
	type Thresholds,
} from '../../../src/compaction/thresholds.ts';

function thresholds(window: number, threshold?: number, reservedReply = 0): Thresholds {
	return thresholdsOf({
		window,
		softRatio: defaultSoftRatio,
		reservedReply,
		...(threshold === undefined ? {} : { threshold }),
	});
}

describe('the hard threshold', () => {
	for (const [what, window, threshold, reply, hard] of [
		['by default', 8_000, undefined, 0, 6_800],
		['by default', 64_000, undefined, 0, 54_400],
		['by default', 100_000, undefined, 0, 64_000],
		['by default', 200_000, undefined, 0, 100_000],
		['of a huge window', 1_000_000, undefined, 0, 256_000],
		['beside the reply', 64_000, undefined, 31_000, 33_000],
		['beside a reply that nobody stated for this window', 8_000, undefined, 8_192, 6_000],
		['set as a share', 200_000, 0.3, 0, 60_000],
		['set as tokens', 200_000, 1_000, 0, 1_000],
		['set too high', 200_000, 1, 8_192, 181_808],
		['set as a percentage by mistake', 200_000, 80, 0, 100_000],
	] as const) {
		it(`is ${hard} ${what} of ${window}`, () => {
			assert.equal(thresholds(window, threshold, reply).hard, hard);
		});
	}
});

describe('the soft threshold', () => {
	it('is 0.8 of the hard one', () => {
		assert.equal(thresholds(200_000).soft, 80_000);
	});

	it('is measured beside what every request carries, so that turns fit below it', () => {
		const overhead = { instructions: 3_000, tools: 13_000, offered: 42 };
		const settings = { window: 34_000, softRatio: 0.5, reservedReply: 8_000, overhead };
		assert.deepEqual(thresholdsOf(settings), { soft: 21_000, hard: 26_000 });
		const full = { ...settings, overhead: { ...overhead, tools: 90_000 } };
		assert.equal(thresholdsOf(full).soft, thresholdsOf(full).hard);
	});
});

describe('a threshold that cannot be meant', () => {
	it('counts as none', () => {
		for (const threshold of [0, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 80, 999]) {
			assert.equal(thresholds(200_000, threshold).hard, 100_000, String(threshold));
		}
	});
});

describe('thresholds of any window and setting', () => {
	it('are whole, positive, in order and inside the window', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1_000, max: 4_000_000 }),
				fc.option(
					fc.oneof(
						fc.double({ min: 0.05, max: 1, noNaN: true }),
						fc.integer({ min: 1_000, max: 5_000_000 }),
					),
					{ nil: undefined },
				),
				fc.integer({ min: 0, max: 200_000 }),
				(window, threshold, reply) => {
					const { soft, hard } = thresholds(window, threshold, reply);
					assert.ok(Number.isInteger(soft) && Number.isInteger(hard));
					assert.ok(0 < soft && soft <= hard && hard <= 0.95 * window);
				},
			),
		);
	});
});
