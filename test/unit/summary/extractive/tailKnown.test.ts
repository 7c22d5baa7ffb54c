import assert from 'node:assert/strict';
import { audited } from '../../../../src/summary/audit/audit.ts';
import { summaryOf, type SectionTitle } from '../../../../src/summary/sections.ts';
import { traced } from '../../../../src/summary/sources/sourced.ts';
import { wordsOf } from '../../../../src/summary/extractive/wording.ts';
import { Session } from '../facts/session.ts';
import { item, requestOf } from '../requests.ts';
import { summarise, texts } from './summaries.ts';

/** What a summary of the first part of a session says when the second follows behind it. */
function told(before: Session, behind: (session: Session) => Session, title: SectionTitle): string {
	const end = before.number;
	const session = behind(before);
	return texts(summarise(session, { range: { start: 0, end } }), title).join('\n');
}

/** The same of what a model wrote about the first part. */
function kept(
	before: Session,
	behind: (session: Session) => Session,
	title: SectionTitle,
	text: string,
): boolean {
	const range = { start: 0, end: before.number };
	const request = requestOf(behind(before).log, { range });
	const written = summaryOf((each) => (each === title ? [item(text)] : []));
	const { summary } = audited(traced(written, request), request);
	return summary[title].some((each) => each.text === text);
}

const failing = (): Session =>
	new Session()
		.person('Mend the parser.')
		.edit('src/a.ts', 'a', 'b')
		.fails('npm test', 'AssertionError: expected 41 to equal 42 in parser.test.ts');
const passes = (session: Session): Session =>
	session.edit('src/a.ts', 'b', 'c').run('npm test', ' Tests  3 passed (3)');
const goesOn = (session: Session): Session => session.read('src/other.ts').says('I see.');

const planned = (): Session =>
	new Session()
		.person('Mend the parser.')
		.todos(['Cache the tokens', 'in_progress'], ['Measure the speed', 'pending']);
const donePlan = (session: Session): Session =>
	session.todos(['Cache the tokens', 'completed'], ['Measure the speed', 'completed']);

const asking = (): Session =>
	new Session().person('Mend the parser.').says('Shall I drop support for Node 18?');
const answered = (session: Session): Session => session.person('Yes, drop it.').says('Dropped.');

describe('the last run of a check', () => {
	const plain = (): Session =>
		new Session().person('Mend the parser.').edit('src/a.ts', 'a', 'b').run('npm test', '3 passed');
	const edited = (session: Session): Session => session.edit('src/a.ts', 'b', 'c');
	const later = new RegExp(wordsOf('en').beforeEdits);

	it('says that it came before the last edits, where it did', () => {
		assert.match(told(plain(), edited, 'Active State'), later);
		assert.doesNotMatch(told(plain(), goesOn, 'Active State'), later);
	});
});

describe('a summary in front of messages that stay', () => {
	it('tells no failure that is mended behind it', () => {
		assert.match(told(failing(), goesOn, 'Blocked'), /expected 41 to equal 42/);
		assert.match(told(failing(), goesOn, 'Active State'), /failed/);
		assert.equal(told(failing(), passes, 'Blocked'), '');
		assert.doesNotMatch(told(failing(), passes, 'Active State'), /npm test/);
		for (const [title, text] of [
			['Blocked', 'parser.test.ts: AssertionError: expected 41 to equal 42.'],
			['Active State', '`npm test` fails.'],
		] as const) {
			assert.ok(kept(failing(), goesOn, title, text), text);
			assert.ok(!kept(failing(), passes, title, text), text);
		}
	});

	it('tells no step as open that is taken behind it', () => {
		assert.match(told(planned(), goesOn, 'In Progress'), /Cache the tokens/);
		assert.match(told(planned(), goesOn, 'Remaining Work'), /Measure the speed/);
		assert.equal(told(planned(), donePlan, 'In Progress'), '');
		assert.equal(told(planned(), donePlan, 'Remaining Work'), '');
		assert.ok(kept(planned(), goesOn, 'Remaining Work', 'Measure the speed.'));
		assert.ok(!kept(planned(), donePlan, 'Remaining Work', 'Measure the speed.'));
	});

	it('tells no question as open that is answered behind it', () => {
		const text = 'Whether to drop support for Node 18.';
		assert.match(
			told(asking(), (session) => session, 'Pending User Asks'),
			/Node 18/,
		);
		assert.equal(told(asking(), answered, 'Pending User Asks'), '');
		assert.equal(told(asking(), answered, 'Resolved Questions'), '');
		assert.ok(kept(asking(), (session) => session, 'Pending User Asks', text));
		assert.ok(!kept(asking(), answered, 'Pending User Asks', text));
	});

	it('tells files as they are in the end, and none that only stands behind it', () => {
		const written = (): Session => new Session().person('Go.').write('/p/src/a.ts');
		const removed = (session: Session): Session =>
			session.run('rm /p/src/a.ts').write('/p/src/b.ts');
		assert.match(told(written(), goesOn, 'Relevant Files'), /a\.ts — created/);
		const files = told(written(), removed, 'Relevant Files');
		assert.match(files, /a\.ts — deleted/);
		assert.doesNotMatch(files, /b\.ts/);
	});

	it('tells no commit, last words or next steps that others follow', () => {
		const session = (): Session =>
			new Session()
				.person('Go.')
				.run('git commit -m "One"', '[main 1a2b3c4] One')
				.says('Next I will measure the parser.');
		const further = (each: Session): Session =>
			each.run('git commit -m "Two"', '[main 5d6e7f8] Two').says('I measured it: 4 ms.');
		assert.match(
			told(session(), (each) => each, 'Active State'),
			/1a2b3c4/,
		);
		assert.doesNotMatch(told(session(), further, 'Active State'), /1a2b3c4|5d6e7f8/);
		assert.equal(told(session(), further, 'In Progress'), '');
		assert.ok(kept(session(), goesOn, 'Active State', 'The last commit is 1a2b3c4.'));
		assert.ok(!kept(session(), further, 'Active State', 'The last commit is 1a2b3c4.'));
	});

	it('does not call in progress what another request has replaced', () => {
		const asked = (session: Session): Session =>
			session.person('Now write the documentation of the whole project.');
		const text = 'Unrolling the hot loop.';
		assert.ok(kept(planned(), goesOn, 'In Progress', text));
		assert.ok(!kept(planned(), asked, 'In Progress', text));
	});
});
