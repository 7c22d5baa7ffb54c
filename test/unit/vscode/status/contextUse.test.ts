import assert from 'node:assert/strict';
import { contextUse } from '../../../../src/vscode/status/contextUse.ts';

const meter = { window: 200_000, softThreshold: 80_000, hardThreshold: 100_000, pending: false };

describe('the use of the window', () => {
	it('is what the meter adds up to', () => {
		assert.deepEqual(contextUse({ ...meter, head: 6_000, summary: 4_000, tail: 126_000 }), {
			used: 136_000,
			percent: 68,
			isNearlyFull: false,
		});
	});

	it('counts tools and instructions', () => {
		const { used } = contextUse({ ...meter, overhead: 16_243, head: 0, summary: 0, tail: 24_322 });
		assert.equal(used, 40_565);
	});

	it('is nearly full from 95 % on, and can exceed the window', () => {
		const near = contextUse({ ...meter, head: 0, summary: 0, tail: 190_000 });
		const over = contextUse({ ...meter, head: 0, summary: 0, tail: 300_000 });
		assert.deepEqual([near.isNearlyFull, over.isNearlyFull, over.percent], [true, true, 150]);
	});
});
