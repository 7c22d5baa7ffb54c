import assert from 'node:assert/strict';
import { sourceRanges } from '../../../src/panel/sourceRanges.ts';

describe('the sources of an item', () => {
	it('are ranges where they follow one another', () => {
		assert.deepEqual(sourceRanges([41, 42, 43, 47]), [
			{ first: 41, last: 43 },
			{ first: 47, last: 47 },
		]);
	});

	it('are told once and in order', () => {
		assert.deepEqual(sourceRanges([9, 3, 9, 4]), [
			{ first: 3, last: 4 },
			{ first: 9, last: 9 },
		]);
	});

	it('may be unknown', () => {
		assert.deepEqual(sourceRanges([]), []);
	});
});
