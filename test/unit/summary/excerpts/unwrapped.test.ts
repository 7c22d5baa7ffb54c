import assert from 'node:assert/strict';
import { unwrapped } from '../../../../src/summary/excerpts/unwrapped.ts';

describe('a result that holds JSON', () => {
	const body = JSON.stringify({ number: 7, body: `The rules\n- ${'Never push. '.repeat(40)}` });

	it('is told by its texts where it is one line', () => {
		assert.equal(unwrapped('{"output":"one\\ntwo","code":0}'), 'one\ntwo\ncode: 0');
	});

	it('is told by the texts of each long line among others', () => {
		assert.equal(unwrapped(`first\n12\t${body}\nlast`).split('\n')[1], 'number: 7');
		assert.doesNotMatch(unwrapped(`first\n${body}\nlast`), /\\n/);
	});

	it('stays as it is where lines are short, or no JSON', () => {
		for (const text of [
			'first\n{"a":"one\\ntwo"}\nlast',
			'print("a\\nb")',
			`x\n${body.slice(0, -1)}`,
		]) {
			assert.equal(unwrapped(text), text);
		}
	});
});
