import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import { activeTask } from '../../../../src/summary/activeTask.ts';
import { wordsOf } from '../../../../src/summary/extractive/wording.ts';
import { latestRequest } from '../../../../src/summary/facts/requests.ts';
import { turnsOf } from '../../../../src/summary/facts/turns.ts';
import { assistant, call, logOf, result, user } from '../../../support/logs.ts';
import { requestOf } from '../requests.ts';

const words = wordsOf('en');

/** What the person asks for in a conversation, and what was added to it. */
function told(...messages: Message[]): readonly [string | undefined, string[], string | undefined] {
	const log = logOf(...messages);
	const latest = latestRequest(log, turnsOf(log, log.length));
	return [latest?.turn.text, latest?.additions.map(({ text }) => text) ?? [], latest?.state];
}

describe('the latest request', () => {
	for (const thanks of [
		'thank you',
		'Thanks!',
		'ok',
		'Great, thanks a lot.',
		'hello',
		'Thank you so much for your help! ###STOP###',
		'You too! Thanks again for your patience and assistance. ###STOP###',
		"I appreciate it! I'll get back to you if I need further help. Take care!",
		"Thanks! I'll definitely be in touch as soon as I have it.",
		'Vielen Dank!',
		'谢谢！',
	]) {
		it(`is not a courtesy: ${thanks}`, () => {
			assert.deepEqual(
				told(
					user('Fix the parser'),
					assistant('Fixed.'),
					user(thanks),
					assistant('Anything else?'),
				),
				['Fix the parser', [], 'answered'],
			);
		});
	}

	it('is no report of a delegated task that the person passes on, and no precision of what was asked', () => {
		const report = `# Phase 0: success\n\n${'- the server is stable\n'.repeat(30)}`.trim();
		const precision = `Je précise que ${'les tâches de ton historique sont anciennes et '.repeat(5)}perdues.`;
		const asked = [user('Repair the lost tasks of this workspace.'), assistant('I will do it.')];
		const delegated = assistant('', call('a', 'new_task', { message: 'Phase 0' }));
		const client = user('New instructions for task continuation:', 'client');
		assert.deepEqual(
			told(...asked, user(precision), delegated, client, user(report), assistant('', call('b'))),
			['Repair the lost tasks of this workspace.', [precision], 'open'],
		);
		assert.equal(told(...asked, user(report))[0], report);
	});

	it('is a request that begins with thanks', () => {
		const next = 'Thanks, now add a retry to the uploader';
		assert.deepEqual(told(user('Fix it'), assistant('Done.'), user(next)), [next, [], 'open']);
	});

	it('is what was asked instead of work that the person stopped', () => {
		const stopped = user('[Request interrupted by user]', 'client');
		const begun = [user('Start the server'), assistant('', call('a')), result('a', 'started')];
		const question = 'Why does scrolling not work in the terminal? Look it up';
		assert.deepEqual(told(...begun, stopped, user(question), assistant('', call('b'))), [
			question,
			[],
			'open',
		]);
		assert.deepEqual(told(...begun, user(question), assistant('', call('b'))), [
			'Start the server',
			[question],
			'open',
		]);
		const correction = 'Sorry, I meant the other server';
		assert.deepEqual(told(...begun, stopped, user(correction), assistant('', call('b'))), [
			'Start the server',
			[correction],
			'open',
		]);
	});

	it('is the one a correction belongs to', () => {
		for (const correction of [
			'To be precise, in ~/Project/entire-db',
			'Sorry, I meant the second file',
			"it's `tool help watch`",
			'Genauer gesagt im Ordner db',
			'I also meant:\n- the tables\n- the views, and everything else that hangs on the old schema of this folder, with all indexes there are and all triggers that somebody forgot',
		]) {
			assert.deepEqual(
				told(
					user('Move the schema'),
					assistant('I move it.'),
					user(correction),
					assistant('', call('a')),
				),
				['Move the schema', [correction], 'open'],
			);
		}
	});

	it('is the one an answer belongs to', () => {
		assert.deepEqual(
			told(
				user('add new text to notes.txt'),
				assistant('Please provide the text you would like to add.'),
				user('",how are you"'),
				assistant('Added.'),
			),
			['add new text to notes.txt', ['",how are you"'], 'answered'],
		);
		assert.deepEqual(
			told(
				user('Clean up'),
				assistant('Shall I delete it?'),
				user('No, keep it'),
				assistant('Kept.'),
			),
			['Clean up', ['No, keep it'], 'answered'],
		);
	});

	it('is the one a question interrupts', () => {
		assert.deepEqual(
			told(
				user('Implement 1, 2 and 3'),
				assistant('', call('a')),
				result('a'),
				user('how can we know which agent is active?'),
				assistant('By its name. Want me to go on?'),
			),
			['Implement 1, 2 and 3', ['how can we know which agent is active?'], 'asked-back'],
		);
	});

	it('is a request that answers no question', () => {
		const next = "okay let's open a PR";
		assert.equal(told(user('Fix it'), assistant('Fixed. Open a PR?'), user(next))[0], next);
	});

	it('is a command of the client, and a question without its mark, whatever was asked before', () => {
		for (const next of ['/review-all', 'how to try what was installed']) {
			const asked = [user('Improve it'), assistant('Done. Shall I push it?')];
			assert.equal(told(...asked, user(next), assistant('Reviewed.'))[0], next);
		}
	});

	it('goes on where the person says so', () => {
		assert.deepEqual(told(user('Fix it'), assistant('Half is done.'), user('continue')), [
			'Fix it',
			[],
			'open',
		]);
	});

	it('is none where there is nothing but courtesies', () => {
		assert.deepEqual(told(user('thank you'), assistant('Welcome!')), [undefined, [], undefined]);
	});
});

describe('Active Task', () => {
	const log = logOf(
		user('Move the schema'),
		assistant('Where to?'),
		user('To be precise, in ~/Project/entire-db'),
		assistant('', call('a')),
		result('a'),
	);

	it('has the correction of the tail under the request of the middle', () => {
		const [task] = activeTask(requestOf(log, { range: { start: 0, end: 2 } }));
		const correction = `${words.saidLater}: To be precise, in ~/Project/entire-db`;
		assert.equal(task?.text, `Move the schema\n${correction}`);
		assert.deepEqual(task.sources, [1, 3]);
	});

	const task = (...messages: Message[]): string | undefined =>
		activeTask(requestOf(logOf(...messages)))[0]?.text;
	const begun = [assistant('', call('a')), result('a')];

	it('holds every request that no turn was finished after', () => {
		const both = `Add a cache\n${words.saidLater}: Rename the flag`;
		assert.equal(task(user('Add a cache'), ...begun, user('Rename the flag'), ...begun), both);
		assert.equal(
			task(user('Add a cache'), assistant('Added.'), user('Rename the flag'), ...begun),
			'Rename the flag',
		);
		const stopped = user('[Request interrupted by user]', 'client');
		assert.equal(
			task(user('Add a cache'), ...begun, stopped, user('Rename the flag'), ...begun),
			'Rename the flag',
		);
	});

	it('holds no question that was answered on the way, and no older one than two', () => {
		const answered = assistant('Yes, it is fast.', call('a'));
		const question = 'Is the cache fast enough for this?';
		assert.equal(
			task(user(question), answered, result('a'), user('Rename the flag'), ...begun),
			'Rename the flag',
		);
		const wishes = ['One', 'Two', 'Three', 'Four'].flatMap((each) => [
			user(`Add part ${each}`),
			...begun,
		]);
		assert.doesNotMatch(task(...wishes) ?? '', /One/);
	});

	it('names no message by its number', () => {
		const answered = logOf(user('Move it'), assistant('Moved.'), user('Now test'), assistant('Ok'));
		for (let end = 1; end <= answered.length; end += 1) {
			const [task] = activeTask(requestOf(answered, { range: { start: 0, end } }));
			assert.doesNotMatch(task?.text ?? '', /[m#]\d/);
		}
	});
});
