import assert from 'node:assert/strict';

import { areApart } from '../../../../src/summary/facts/rewrites.ts';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

const last = (session: Session): string =>
	texts(summarise(session), 'Active State')
		.filter((text) => text.startsWith('Last commit'))
		.join('\n');

describe('the last commit', () => {
	for (const command of ['git reset --hard HEAD~1', 'git rebase origin/main']) {
		it(`is not one that a log showed before it was taken back: ${command}`, () => {
			const session = new Session()
				.person('Go')
				.run('git commit -m "Add a"', '[work abcdef1] Add a')
				.run('git log --oneline -3', 'abcdef1 Add a\n1234567 Start');
			assert.match(last(session), /abcdef1 Add a/);
			assert.equal(last(session.run(command)), '');
		});
	}

	for (const git of [
		'git -c commit.gpgsign=false',
		'git --no-pager',
		'git -P -C /p -c a.b=c',
		'mise git',
	]) {
		it(`is none that a quiet one follows: ${git}`, () => {
			const session = new Session()
				.person('Go')
				.run('git commit -m "Add a"', '[work abcdef1] Add a')
				.run(`${git} commit -qm Two`);
			assert.equal(last(session), '');
			assert.match(last(session.run('git -P log --oneline -1', '1234567 Two')), /1234567 Two/);
		});
	}

	it('is followed by none that is only spoken of', () => {
		const session = new Session()
			.person('Go')
			.run('git commit -m "Add a"', '[work abcdef1] Add a')
			.run('echo git commit');
		assert.match(last(session), /abcdef1 Add a/);
	});

	it('is still the shown one where another repository was rewritten', () => {
		const session = new Session()
			.person('Go')
			.run('cd /p/app && git commit -qm "Add a"')
			.run('cd /p/app && git log --oneline -1', 'abcdef1 Add a')
			.run('cd /p/other && git reset --hard HEAD~1');
		assert.match(last(session), /abcdef1 Add a/);
	});

	it('is none that a log shows of a place that nothing tells', () => {
		const shown = (folder: string): string =>
			last(
				new Session()
					.person('Go')
					.run('cd sub && git commit -qam Mine')
					.run(`cd ${folder} && git log --oneline -1`, 'abc1234 Newest'),
			);
		assert.equal(shown('../other'), '');
		assert.equal(shown('"$OTHER"'), '');
		assert.equal(shown('other'), '');
		assert.match(shown('sub'), /abc1234 Newest/);
	});
});

describe('areApart', () => {
	it('knows a directory of Windows in all its spellings', () => {
		assert.ok(!areApart('C:\\repo\\sub', 'C:\\repo'));
		assert.ok(!areApart('c:\\repo', 'C:\\repo'));
		assert.ok(!areApart('/c/repo', 'C:\\repo'));
		assert.ok(areApart('C:\\repo2', 'C:\\repo'));
	});
});
