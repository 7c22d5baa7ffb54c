import assert from 'node:assert/strict';
import { RecentProblems } from '../../../../src/vscode/status/recentProblems.ts';

describe('the recent problems', () => {
	it('are the last twenty, oldest first, with their times', () => {
		let now = 0;
		const problems = new RecentProblems(() => now);
		for (now = 1; now <= 25; now += 1) {
			problems.add('warning', `problem ${now}`);
		}
		assert.equal(problems.all.length, 20);
		assert.deepEqual(problems.all[0], { at: 6, level: 'warning', text: 'problem 6' });
		assert.equal(problems.all.at(-1)?.at, 25);
	});

	it('are of limited length, whatever a server answered', () => {
		const problems = new RecentProblems(() => 0);
		problems.add('error', 'x'.repeat(100_000));
		assert.ok((problems.all[0]?.text.length ?? 0) <= 4_000);
	});
});
