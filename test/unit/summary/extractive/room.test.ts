import assert from 'node:assert/strict';
import { isMarked } from '../../../../src/messages/marks.ts';
import { sectionTitles } from '../../../../src/summary/sections.ts';
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

	describe('where there is little', () => {
		const session = new Session().person('Build the importer. Never touch the exporter.');
		for (let index = 0; index < 60; index += 1) {
			session
				.write(`/home/sam/app/src/part${index}.ts`)
				.fails(`npm run check${index}`, `Error: part ${index} has no owner in the registry`)
				.run(
					`git commit -m "Import part ${index}"`,
					`[main abc${1_000 + index}] Import part ${index}`,
				);
		}
		session.person('Go on.').run('ls');

		it('goes to the best of every section before it goes to excerpts', () => {
			const [first = ''] = texts(summarise(session, { budget: 2_500 }), 'Completed Actions');
			assert.match(first, /^1\. /);
		});

		it('leaves no section looking empty that is not', () => {
			const all = summarise(session, { budget: 40_000 });
			for (const budget of [400, 500, 700, 1_000]) {
				const little = summarise(session, { budget });
				for (const title of sectionTitles) {
					const isEmpty = texts(little, title).length === 0;
					const isCut = texts(little, 'Critical Context').some(isMarked);
					assert.ok(!isEmpty || !isCut || texts(all, title).length === 0, `${title}, ${budget}`);
				}
			}
		});
	});
});
