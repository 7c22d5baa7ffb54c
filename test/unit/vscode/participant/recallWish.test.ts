import assert from 'node:assert/strict';
import { recallWish } from '../../../../src/vscode/participant/recallWish.ts';

describe('what is recalled', () => {
	it('is a turn, by a number and a page', () => {
		assert.deepEqual(recallWish(' 41 '), { number: 41 });
		assert.deepEqual(recallWish('#41'), { number: 41 });
		assert.deepEqual(recallWish('m41'), { number: 41 });
		assert.deepEqual(recallWish('M41 2'), { number: 41, page: 2 });
	});

	it('is a search for everything else', () => {
		for (const text of ['refresh token', '0', '41 files', '12 3 4', '-1', 'm']) {
			assert.deepEqual(recallWish(text), { text });
		}
	});

	it('is nothing where nothing was typed', () => {
		assert.equal(recallWish(' \n'), undefined);
	});
});
