import assert from 'node:assert/strict';
import { batchEnd } from '../../../src/worker/batches.ts';
import { assistant, call, user } from '../../support/logs.ts';

describe('a batch of messages', () => {
	it('has at most a hundred, and not more than there are', () => {
		const messages = Array.from({ length: 250 }, () => user('Go on'));
		assert.deepEqual(
			[0, 100, 200].map((start) => batchEnd(messages, start, 230)),
			[100, 200, 230],
		);
	});

	it('ends earlier where they are long, but has one at least', () => {
		const long = user('word '.repeat(10_000));
		assert.equal(
			batchEnd(
				Array.from({ length: 9 }, () => long),
				0,
				9,
			),
			2,
		);
		const written = assistant('', call('1', 'Write', { content: 'x'.repeat(200_000) }));
		assert.equal(batchEnd([written, written], 0, 2), 1);
	});
});
