import assert from 'node:assert/strict';
import * as fc from 'fast-check';

import { Openings } from '../../../src/redaction/openings.ts';

describe('Openings', () => {
	const letters = fc.constantFrom('a', 'b', 'A', '_', '-', ':', ' ', 'п', '字', '\u{1f600}');
	const text = fc.string({ unit: letters, maxLength: 60 });
	const word = fc.string({ unit: letters, minLength: 2, maxLength: 5 });

	it('passes over no place where one of the words begins', () => {
		fc.assert(
			fc.property(text, fc.array(word, { minLength: 1, maxLength: 6 }), (before, words) => {
				const openings = new Openings(words);
				for (const one of words) {
					const whole = `${before}${one}${before}`;
					for (let start = 0; start <= before.length; start += 1) {
						assert.ok(openings.next(whole, start) <= whole.indexOf(one, start));
					}
				}
			}),
		);
	});

	it('finds nothing where none of them can begin', () => {
		const openings = new Openings(['token', 'az']);
		assert.equal(openings.next('nothing of that kind', 0), 20);
		assert.equal(openings.next('', 0), 0);
		assert.equal(openings.next('a token', 0), 2);
		assert.equal(openings.next('a token', 3), 7);
	});
});
