import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
	defaultSoftRatio,
	stillNeededRatio,
	thresholdProblem,
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

describe('the default hard threshold', () => {
	for (const [window, hard] of [
		[8_000, 6_800],
		[32_000, 27_200],
		[64_000, 54_400],
		[100_000, 64_000],
		[128_000, 64_000],
		[200_000, 100_000],
		[500_000, 250_000],
		[1_000_000, 256_000],
	] as const) {
		it(`is ${hard} for a window of ${window}`, () => {
			assert.equal(thresholds(window).hard, hard);
		});
	}

	it('leaves the reply its room', () => {
		assert.equal(thresholds(64_000, undefined, 31_000).hard, 33_000);
		assert.equal(thresholds(200_000, undefined, 8_192).hard, 100_000);
	});

	it('leaves a reply that nobody stated for this window a quarter of it', () => {
		assert.equal(thresholds(8_000, undefined, 8_192).hard, 6_000);
	});
});

describe('the soft threshold', () => {
	it('is 0.8 of the hard one', () => {
		assert.equal(thresholds(200_000).soft, 80_000);
		assert.equal(thresholds(8_000).soft, 5_440);
	});

	it('can be set', () => {
		const { soft } = thresholdsOf({ window: 200_000, softRatio: 0.5, reservedReply: 0 });
		assert.equal(soft, 50_000);
	});

	it('is measured beside what every request carries, so that turns fit below it', () => {
		const overhead = { instructions: 3_000, tools: 13_000, offered: 42 };
		const { soft, hard } = thresholdsOf({
			window: 34_000,
			softRatio: 0.5,
			reservedReply: 8_000,
			overhead,
		});
		assert.deepEqual({ soft, hard }, { soft: 21_000, hard: 26_000 });
		const full = { ...overhead, tools: 90_000 };
		const crammed = thresholdsOf({
			window: 34_000,
			softRatio: 0.5,
			reservedReply: 0,
			overhead: full,
		});
		assert.equal(crammed.soft, crammed.hard);
	});
});

describe('a threshold of its own', () => {
	it('is a share of the window, or a number of tokens', () => {
		assert.equal(thresholds(200_000, 0.3).hard, 60_000);
		assert.equal(thresholds(200_000, 150_000).hard, 150_000);
		assert.equal(thresholds(1_000_000, 0.5).hard, 500_000);
	});

	it('has no floor', () => {
		assert.equal(thresholds(200_000, 1_000).hard, 1_000);
		assert.equal(thresholds(200_000, 0.01).hard, 2_000);
	});

	it('is at most 0.95 of the window less the reserved reply', () => {
		assert.equal(thresholds(200_000, 1).hard, 190_000);
		assert.equal(thresholds(200_000, 1, 8_192).hard, 181_808);
		assert.equal(thresholds(200_000, 500_000, 8_192).hard, 181_808);
	});

	it('leaves something even where the reserved reply is larger than the window', () => {
		assert.ok(thresholds(8_000, 1, 8_192).hard > 0);
	});
});

describe('a threshold that cannot be meant', () => {
	it('is a percentage typed by mistake: rejected with what to write instead', () => {
		assert.match(thresholdProblem(80) ?? '', /percentage; write 0\.8 for 80 %/);
		assert.match(thresholdProblem(1.5) ?? '', /percentage/);
		assert.equal(thresholds(200_000, 80).hard, thresholds(200_000).hard);
	});

	it('is nothing, negative, no number or too small a count', () => {
		for (const threshold of [0, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 999]) {
			assert.ok(thresholdProblem(threshold), String(threshold));
		}
	});

	it('is none of the legal ones', () => {
		for (const threshold of [0.01, 0.5, 1, 1_000, 64_000, 2_000_000]) {
			assert.equal(thresholdProblem(threshold), undefined, String(threshold));
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

describe('the share of the hard threshold where a finished background result is still needed', () => {
	it('is 0.65', () => {
		assert.equal(stillNeededRatio, 0.65);
	});
});
