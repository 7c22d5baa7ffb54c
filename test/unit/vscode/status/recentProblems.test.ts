import assert from 'node:assert/strict';
import { RecentProblems } from '../../../../src/vscode/status/recentProblems.ts';

/** A problem's text as a report shows it. */
function shown(text: string): string {
	const problems = new RecentProblems(() => 0);
	problems.add('error', text);
	return problems.all[0]?.text ?? '';
}

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

	it('tell no words of a conversation, which stand in quotes', () => {
		const text = shown('"Pay Alice" cannot be compacted: “Bob asked”, `carol.txt`.');
		assert.doesNotMatch(text, /Alice|Bob|carol/);
		assert.match(text, /cannot be compacted/);
	});

	it('tell files without their folders', () => {
		const text = shown(
			'Error: ENOENT, open /home/alice/secret project/notes.md\n    at read (file:///C:/Users/alice/ext/dist/worker.mjs:12:34)\n    at C:\\Users\\alice\\dist\\a.cjs:1:2',
		);
		assert.doesNotMatch(text, /alice|secret/);
		assert.match(text, /worker\.mjs:12:34/);
		assert.match(text, /a\.cjs:1:2/);
	});

	it('are short, whatever a server answered', () => {
		assert.ok(shown('x'.repeat(100_000)).length <= 600);
		assert.equal(shown('a\n'.repeat(100)).split('\n').length, 5);
	});
});
