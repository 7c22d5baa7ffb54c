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

	const isFound = (passage: string, ...texts: readonly string[]): boolean =>
		notQuoted(quotationsIn(`"${passage}"`), texts).size === 0;

	it('are found shortened, corrected and joined', () => {
		const text = 'first we look at every single row of the table, then we count the empty ones';
		assert.ok(isFound('First we look at every row of the table', text));
		assert.ok(isFound('look at every single row … count the empty ones', text));
		const source =
			'throw new Error("No model is set.\\n\\n" +\n"Set one key first, or try it" +\n"with another")';
		assert.ok(isFound('No model is set.\\n\\nSet one key first, or try it\\nwith another', source));
		assert.ok(isFound('Use tabs, never use spaces', 'please use tabs.', 'and never use spaces!'));
	});

	it('are not found by words from all over a text', () => {
		const text = `the table is ${'far away and '.repeat(20)} every row ${'of another '.repeat(20)} counts`;
		assert.ok(!isFound('The table counts every row of another kind', text));
		assert.ok(
			!isFound(
				'Use tabs, never use spaces',
				'please use tabs.',
				`never ${'far away and '.repeat(3)} use spaces`,
			),
		);
	});

	const texts = {
		rare: 'one two three ',
		frequent: 'the of to and in a is that for it ',
	} as const;
	for (const [name, unit] of Object.entries(texts)) {
		it(`are searched for in linear time: ${name} words of a text`, () => {
			const quotations = quotationsIn(
				'"one two never three", "two one always three", "it is for the sake of that"',
			);
			assertLinear(50_000, (size) => {
				const text = unit.repeat(size / unit.length);
				return () => notQuoted(quotations, [text]);
			});
		});

		it(`are searched for in linear time: passages of ${name} words`, () => {
			const text = unit.repeat(500);
			assertLinear(20, (size) => {
				const quotations = quotationsIn(
					Array.from({ length: size }, (_, index) => `"${unit}w${index} w${index + 1}" `).join(''),
				);
				return () => notQuoted(quotations, [text]);
			});
		});
	}

	it('are searched for in linear time: sentences of a passage', () => {
		const text = texts.frequent.repeat(500);
		assertLinear(20, (size) => {
			const sentences = Array.from({ length: size }, (_, index) => `The of to w${index}; `);
			const quotations = quotationsIn(`"${sentences.join('')}in"`);
			return () => notQuoted(quotations, [text]);
		});
	});
});
