import assert from 'node:assert/strict';
import { folded, isAnswered } from '../../../../bench/exam/answered.ts';

describe('a question of an exam', () => {
	const groups = [['lease'], ['30 s', '30 seconds']];
	const far = 'word '.repeat(90);

	it('is answered where each group has a word close to the others', () => {
		assert.ok(isAnswered(folded('The Lease\n lasts 30 seconds.'), groups));
		assert.ok(isAnswered(folded(`A lease. ${far} It takes 30 s until the lease ends.`), groups));
	});

	it('is not answered by words that stand far from each other, or by some of them', () => {
		assert.ok(!isAnswered(folded(`The lease. ${far} It takes 30 s.`), groups));
		assert.ok(!isAnswered(folded('The lease ends.'), groups));
		assert.ok(!isAnswered('', groups));
	});
});
