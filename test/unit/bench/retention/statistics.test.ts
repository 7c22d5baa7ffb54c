import assert from 'node:assert/strict';
import { estimate, mean } from '../../../../bench/retention/statistics.ts';

describe('the statistics of the benchmark', () => {
	it('take the mean over sessions', () => {
		assert.equal(mean([0, 0.5, 1]), 0.5);
		assert.ok(Number.isNaN(mean([])));
	});

	it('give an interval around it that is the same every time', () => {
		const values = [0.1, 0.2, 0.3, 0.4, 0.5];
		const first = estimate(values);
		assert.ok(first.low < first.mean && first.mean < first.high, JSON.stringify(first));
		assert.ok(first.low >= 0.1 && first.high <= 0.5);
		assert.deepEqual(estimate(values), first);
	});

	it('give no width to sessions that agree', () => {
		assert.deepEqual(estimate([0.3, 0.3, 0.3]), { mean: 0.3, low: 0.3, high: 0.3, count: 3 });
	});
});
