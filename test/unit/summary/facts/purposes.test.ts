import assert from 'node:assert/strict';
import { purposeOf } from '../../../../src/summary/facts/purposes.ts';
import { summarise, texts } from '../extractive/summaries.ts';
import { Session, type Step } from './session.ts';

describe('what a change of a file is for', () => {
	const edit = {
		file_path: '/p/renderer.test.ts',
		old_string: 'a',
		new_string: "it('renders duplicated identifiers of a queue once, behind its lock')",
	};
	const edited = (words: string): Session =>
		new Session()
			.person('Go.')
			.saysAndCalls(words, { tool: 'Edit', values: edit, output: 'The file was updated.' });
	const purpose = (session: Session): string | undefined => {
		const use = session.uses.at(-1);
		return use === undefined ? undefined : purposeOf(session.log, use);
	};

	it('is the last sentence before it, where that names something or gives a reason', () => {
		const words = 'I see. Now the renderer test gets a case to cover duplicated identifiers:';
		assert.equal(
			purpose(edited(words)),
			'Now the renderer test gets a case to cover duplicated identifiers',
		);
	});

	for (const words of ['Now I apply all the changes at once.', 'Next.', '']) {
		it(`is not told by an announcement: “${words}”`, () => {
			assert.equal(purpose(edited(words)), undefined);
		});
	}

	const shown = 'The queue gets a lock because writes may overlap.';

	it('is nothing that shares no words with the change', () => {
		assert.equal(
			purpose(edited('After that I push the branch, so that everybody sees it.')),
			undefined,
		);
	});

	it('is what names in code something of the change', () => {
		const words = 'I write `lock` there, as all of us agreed.';
		assert.equal(purpose(edited(words)), words);
	});

	it('is what stands right before the only call, where that shows nothing of the change', () => {
		const unseen = { tool: 'Edit', values: { file_path: '/p/a.ts' }, output: 'Updated.' };
		const of = (...steps: readonly Step[]): string | undefined =>
			purpose(new Session().person('Go.').saysAndCalls(shown, ...steps));
		assert.equal(of(unseen), shown);
		assert.equal(of(unseen, unseen), undefined);
	});

	it('is nothing that is said of a later step', () => {
		assert.equal(
			purpose(edited('Then the queue gets a lock because writes may overlap.')),
			undefined,
		);
	});

	it('is no entry of a plan', () => {
		assert.equal(purpose(edited(`Plan:\n1. Read it.\n2. ${shown}`)), undefined);
	});

	it('is not told of a second call, unless it names the file', () => {
		const both = (words: string): (string | undefined)[] => {
			const change = { tool: 'Edit', values: edit, output: 'The file was updated.' };
			const session = new Session()
				.person('Go.')
				.saysAndCalls(
					words,
					{ tool: 'Read', values: { file_path: '/p/a.ts' }, output: '' },
					change,
				);
			return session.uses.slice(1).map((use) => purposeOf(session.log, use));
		};
		const named = 'I change `renderer.test.ts` because two cases were the same.';
		assert.deepEqual(both(shown), [undefined]);
		assert.deepEqual(both(named), [named]);
	});

	it('is nothing that was said before the person spoke', () => {
		const session = new Session()
			.says('I rename `parse` because two modules have one.')
			.person('No. Do the other thing.')
			.edit('/p/a.ts', 'a', 'b');
		assert.equal(purpose(session), undefined);
	});

	it('stands with the action, as the words of the assistant', () => {
		const session = edited('The queue gets a lock because writes may overlap.')
			.person('Go on.')
			.run('ls');
		const [action = ''] = texts(summarise(session), 'Completed Actions');
		assert.match(action, /EDIT .*“The queue gets a lock because writes may overlap\.”/);
	});
});
