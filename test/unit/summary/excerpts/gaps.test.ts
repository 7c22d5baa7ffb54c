import assert from 'node:assert/strict';
import { withGaps } from '../../../../src/summary/excerpts/gaps.ts';

const lines = [
	'Three steps:',
	'1. Stop the writer.',
	'It must not run.',
	'2. Copy the file.',
	'3. Start it again.',
	'That is all.',
	'1. Another list.',
	'2) Its second entry.',
];

/** The lines at these positions as they are told. */
function told(...positions: readonly number[]): string[] {
	return withGaps(
		positions.map((line) => ({ line, text: lines[line] ?? '' })),
		lines,
	);
}

describe('lines that are left out', () => {
	it('are marked between those that are told', () => {
		assert.deepEqual(told(2, 5), ['It must not run.', '[…]', 'That is all.']);
	});
});

describe('entries of a numbered list that are left out', () => {
	it('are marked, between others and behind the last', () => {
		assert.deepEqual(told(1, 4), ['1. Stop the writer.', '[…]', '3. Start it again.']);
		assert.deepEqual(told(0, 1, 2, 3), [
			'Three steps:',
			'1. Stop the writer.',
			'It must not run.',
			'2. Copy the file.',
			'[…]',
		]);
	});

	it('are no other lines, and no entries of another list', () => {
		assert.deepEqual(told(5), ['That is all.']);
		assert.deepEqual(told(1, 2, 3, 4), [
			'1. Stop the writer.',
			'It must not run.',
			'2. Copy the file.',
			'3. Start it again.',
		]);
		assert.deepEqual(told(4, 5), ['3. Start it again.', 'That is all.']);
	});

	it('are marked behind a colon too, and before the first entry that is told', () => {
		assert.deepEqual(told(0), ['Three steps:', '[…]']);
		const options = ['Your options:', '5. The credit card.', 'Which one?'];
		assert.deepEqual(
			withGaps(
				options.map((text, line) => ({ line, text })),
				options,
			),
			['Your options:', '[…]', '5. The credit card.', 'Which one?'],
		);
	});

	it('are looked for behind the last entry of a statement that has several', () => {
		const joined = ['Steps:\n1. Stop.\n2. Copy.', '3. Start.'];
		assert.deepEqual(withGaps([{ line: 0, text: 'Steps:\n1. Stop.\n2. Copy.' }], joined), [
			'Steps:\n1. Stop.\n2. Copy.',
			'[…]',
		]);
	});
});
