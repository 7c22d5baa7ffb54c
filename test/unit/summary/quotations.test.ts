import assert from 'node:assert/strict';
import { notQuoted, quotationsIn } from '../../../src/summary/quotations.ts';
import { assertLinear } from '../../support/growth.ts';

describe('passages in quotation marks', () => {
	const passagesIn = (text: string): string[] => quotationsIn(text).map(({ text: own }) => own);

	it('are found whole, with others in them', () => {
		assert.deepEqual(passagesIn('Said "make the "Tree view" tab visible" and "go on"'), [
			'make the "tree view" tab visible',
		]);
		assert.deepEqual(passagesIn('„eins zwei drei vier“, “one two three four”'), [
			'eins zwei drei vier',
			'one two three four',
		]);
	});

	it('are none between marks of other passages, of inches or in code', () => {
		assert.deepEqual(passagesIn('"list" was the old kind of view, "tree" is new'), []);
		assert.deepEqual(passagesIn('A 5" screen is as good as a 7" one'), []);
		assert.deepEqual(passagesIn('`echo "one two three four"` was run'), []);
	});

	for (const [name, unit] of [
		['opening marks', '"a '],
		['closing marks', 'a" '],
		['passages', '"one two three four" '],
		['marks', '"'],
	] as const) {
		it(`are found in linear time: ${name}`, () => {
			assertLinear(10_000, (size) => {
				const text = unit.repeat(size / unit.length);
				return () => quotationsIn(text);
			});
		});
	}

	it('are searched for in linear time', () => {
		const quotations = quotationsIn('"one two never three" and "two one always three"');
		assertLinear(50_000, (size) => {
			const text = 'one two three '.repeat(size / 14);
			return () => notQuoted(quotations, [text]);
		});
	});
});
