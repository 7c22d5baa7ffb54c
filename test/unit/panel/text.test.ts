import assert from 'node:assert/strict';
import { attemptText, numbersOf } from '../../../src/panel/text.ts';

describe('a try at a summary', () => {
	const told = (error?: string): string => attemptText('acme/small', error);

	it('names its model once', () => {
		assert.equal(told('no credit'), 'acme/small: no credit');
		assert.equal(told('acme/small: no credit'), 'acme/small: no credit');
		assert.equal(told(), 'acme/small: ');
	});
});

describe('numbers', () => {
	const numbers = numbersOf('en');

	it("follow the person's language", () => {
		assert.equal(numbers.whole(136_264.4), '136,264');
		assert.equal(numbersOf('de').whole(136_264), '136.264');
		assert.equal(numbers.percent(0.834), '83%');
	});

	it('keep the mark of an estimate on their line', () => {
		assert.deepEqual([numbers.tokens(472), numbers.tokens(472, true)], ['≈\u00a0472', '472']);
	});

	it('tell durations in the unit that fits, and a time that goes on in whole seconds', () => {
		const told = [0, 84, 1_240, 9_940, 9_960, 59_400, 60_000, 125_000].map(numbers.duration);
		assert.deepEqual(told, [
			'0.0 s',
			'0.1 s',
			'1.2 s',
			'9.9 s',
			'10 s',
			'59 s',
			'1 min 0 s',
			'2 min 5 s',
		]);
		assert.deepEqual([999, 3_200, 61_500].map(numbers.elapsed), ['0 s', '3 s', '1 min 1 s']);
	});
});
