import assert from 'node:assert/strict';
import { shortened } from '../../../src/panel/shortened.ts';

describe('a text that is too long for a side bar', () => {
	it('is cut, and says by how much', () => {
		const { text, left } = shortened('x'.repeat(1_000_000));
		assert.ok(text.length <= 20_000);
		assert.equal(text.length + left, 1_000_000);
	});

	it('is cut between characters', () => {
		const { text } = shortened(`x${'😀'.repeat(20_000)}`);
		assert.equal(text.isWellFormed(), true);
	});

	it('is left alone where it is not, but for what is hidden in it', () => {
		assert.deepEqual(shortened('a\u202Eb'), { text: 'a⟨U+202E⟩b', left: 0 });
	});
});
