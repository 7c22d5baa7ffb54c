import assert from 'node:assert/strict';
import { attemptText, Numbers } from '../../../src/panel/text.ts';

describe('a try at a summary', () => {
	const told = (error?: string): string => attemptText('acme/small', error);

	it('names its model once', () => {
		assert.equal(told('no credit'), 'acme/small: no credit');
		assert.equal(told('acme/small: no credit'), 'acme/small: no credit');
		assert.equal(told(), 'acme/small: ');
	});
});

describe('numbers', () => {
	it("follow the person's language", () => {
		assert.equal(new Numbers('en').whole(136_264.4), '136,264');
		assert.equal(new Numbers('de').whole(136_264), '136.264');
		assert.equal(new Numbers('en').percent(0.834), '83%');
	});

	it('tell durations in the unit that fits', () => {
		const numbers = new Numbers('en');
		const told = [0, 84, 1_240, 9_949, 9_960, 59_400, 60_000, 125_000].map((milliseconds) =>
			numbers.duration(milliseconds),
		);
		assert.deepEqual(told, [
			'0 ms',
			'84 ms',
			'1.2 s',
			'9.9 s',
			'10 s',
			'59 s',
			'1 min 0 s',
			'2 min 5 s',
		]);
	});

	it('tell a time that goes on in whole seconds', () => {
		const numbers = new Numbers('en');
		const told = [0, 999, 3_200, 59_999, 60_000, 61_500].map((milliseconds) =>
			numbers.elapsed(milliseconds),
		);
		assert.deepEqual(told, ['0 s', '0 s', '3 s', '59 s', '1 min 0 s', '1 min 1 s']);
	});
});
