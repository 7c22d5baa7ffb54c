import assert from 'node:assert/strict';
import { summarise, texts } from '../extractive/summaries.ts';
import { Session } from '../facts/session.ts';

const context = (session: Session, range = { start: 0, end: session.number }): string =>
	texts(summarise(session, { range }), 'Critical Context').join('\n');

describe('what came of a task in the background', () => {
	const notice =
		'<task-notification>\n<task-id>a9e09c2a</task-id>\n<result>The cache keeps 3 orphans of the walrus.</result>\n</task-notification>';
	const delegated = (): Session =>
		new Session().person('Audit the cache.').calls({
			tool: 'Agent',
			values: { description: 'Audit', prompt: 'Look for orphans.' },
			output: 'Async agent launched successfully.\nagentId: a9e09c2a (internal ID)',
		});

	it('is told as the outcome of its call', () => {
		const session = delegated().says('One agent runs.').client(notice).says('It is back.');
		const [action = ''] = texts(summarise(session), 'Completed Actions');
		assert.match(action, /DELEGATE Audit — The cache keeps 3 orphans/);
		assert.doesNotMatch(context(session), /internal ID/);
	});

	it('is not told where its report stays word for word', () => {
		const session = delegated().says('One agent runs.');
		const end = session.number;
		session.client(notice).says('It is back.');
		assert.doesNotMatch(context(session, { start: 0, end }), /orphans of the walrus/);
	});
});

describe('instructions that the client loaded', () => {
	it('are told as such, notes of the client are not', () => {
		const session = new Session()
			.person('Commit it.')
			.client('# Commit messages\n\nNever write a walrus into the subject of a commit.')
			.client(
				'<system-reminder>\n# Notes\nNever feed the penguin of the project.\n</system-reminder>',
			)
			.says('I have read them.')
			.person('Go on.')
			.run('ls');
		assert.match(context(session), /Loaded instructions:\n(?:> .*\n)*> Never write a walrus/);
		assert.doesNotMatch(context(session), /penguin/);
	});
});

describe('a step of the assistant that only waits', () => {
	it('is no action', () => {
		const session = new Session()
			.person('Audit the cache.')
			.calls({ tool: 'wait_agent', values: { targets: ['019d7d09'] }, output: '{"status":{}}' })
			.calls({ tool: 'post_note', values: { note: 'Audit' }, output: 'Posted.' });
		const actions = texts(summarise(session), 'Completed Actions').join('\n');
		assert.match(actions, /post_note/);
		assert.doesNotMatch(actions, /wait_agent/);
	});
});

describe('the goal', () => {
	it('is no bare command to the client', () => {
		const session = new Session().person('/mode').person('Draw the walrus.').says('Drawn.');
		const [goal = ''] = texts(summarise(session), 'Goal');
		assert.match(goal, /walrus/);
	});
});
