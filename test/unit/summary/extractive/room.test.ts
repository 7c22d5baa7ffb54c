import assert from 'node:assert/strict';
import { prose } from '../../../support/logs.ts';
import { Session } from '../facts/session.ts';
import { summarise, texts } from './summaries.ts';

/** What is told where there is room, and what is not told however much there is. */
describe('room in the built-in summary', () => {
	/** Characters of the account of an earlier compaction, where the work has changed so many files. */
	function accountLength(files: number): number {
		const session = new Session()
			.person(
				`This session is being continued from a previous conversation that ran out of context. ${prose(9_000)}`,
			)
			.says('I go on.')
			.person('Go on.');
		for (let index = 0; index < files; index += 1) {
			session.write(`/home/sam/app/src/part${index}.ts`);
		}
		const [account = ''] = texts(summarise(session, { budget: 3_000 }), 'Critical Context').filter(
			(text) => text.startsWith('text 0:'),
		);
		return account.length;
	}

	it('lets the account of an earlier compaction be told at length, unless the work fills it', () => {
		assert.ok(accountLength(200) > 1_000);
		assert.ok(accountLength(0) > 4_000);
	});

	it('is not for mere look-arounds', () => {
		const session = new Session().person('Look around.');
		for (let index = 0; index < 40; index += 1) {
			session.run(`grep -n topic${index} src/a.ts`, 'x');
		}
		session.run('git push origin main').person('Go on.').run('ls');
		const actions = texts(summarise(session), 'Completed Actions');
		assert.deepEqual(actions, ['1. RUN git push origin main — ok [tool: Bash]']);
	});

	it('is not for an editing tool that found no text and did so later', () => {
		const session = new Session()
			.person('Edit it.')
			.calls({
				tool: 'Edit',
				values: { file_path: '/home/sam/app/src/a.ts', old_string: 'x', new_string: 'y' },
				output: 'Could not find the exact text in src/a.ts.',
				isError: true,
			})
			.edit('/home/sam/app/src/a.ts', 'x', 'y')
			.fails('npm test', 'Error: no such order')
			.run('npm test')
			.person('Go on.')
			.run('ls');
		const fixed = texts(summarise(session), 'Critical Context').filter((text) =>
			text.startsWith('fixed: '),
		);
		assert.deepEqual(fixed, ['fixed: `npm test`: Error: no such order']);
	});
});
