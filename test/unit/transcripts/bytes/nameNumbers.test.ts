import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { NameNumbers } from '../../../../src/transcripts/bytes/nameNumbers.ts';

describe('numbers of names', () => {
	it('are what a map would give, whatever the names', () => {
		fc.assert(
			fc.property(fc.array(fc.string()), fc.string(), (names, other) => {
				const numbers = new NameNumbers();
				const model = new Map<string, number>();
				for (const name of names) {
					model.set(name, model.get(name) ?? model.size);
					assert.equal(numbers.numberOf(name), model.get(name));
				}
				assert.equal(numbers.find(other), model.get(other) ?? -1);
				assert.equal(numbers.length, model.size);
			}),
		);
	});

	it('differ for hundreds of thousands of names that are much alike', () => {
		const numbers = new NameNumbers();
		const nameOf = (index: number): string =>
			`a00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
		for (let index = 0; index < 300_000; index += 1) {
			assert.equal(numbers.numberOf(nameOf(index)), index);
		}
		assert.equal(numbers.find(nameOf(299_999)), 299_999);
		assert.equal(numbers.find(nameOf(300_000)), -1);
	});
});
