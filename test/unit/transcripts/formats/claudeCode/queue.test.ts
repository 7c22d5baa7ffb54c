import assert from 'node:assert/strict';
import { assistant, call, other, queue, result, user } from './claudeLines.ts';
import { only, read, sketches } from '../../reading.ts';

function queuedCommand(prompt: unknown, fields: object = {}): object {
	return other('attachment', { attachment: { type: 'queued_command', prompt, ...fields } });
}

describe('Claude Code: messages typed while the assistant was busy', () => {
	it('that exist only in the queue stand where they left it', async () => {
		const messages = await sketches(
			user('go'),
			assistant('m1', call('a')),
			queue('enqueue', 'is that right?'),
			user([result('a', 'A')]),
			assistant('m2', call('b')),
			queue('remove'),
			user([result('b', 'B')]),
			assistant('m3', 'Yes.'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: (a)',
			'tool a: A',
			'assistant: (b)',
			'tool b: B',
			'user: is that right?',
			'assistant: Yes.',
		]);
	});

	it('have the times at which they were typed', async () => {
		const typed = { ...queue('enqueue', 'later'), timestamp: '2031-03-04T02:13:07.114Z' };
		const removed = { ...queue('remove'), timestamp: '2031-03-04T02:14:00.000Z' };
		const { messages } = only(await read(user('go'), typed, removed, assistant('m1', 'Hm.')));
		const [, message] = messages;
		assert.equal(message?.role === 'user' && message.time, '2031-03-04T02:13:07.114Z');
	});

	it('that were still waiting when the session ended stand where they were typed', async () => {
		assert.deepEqual(
			await sketches(user('go'), queue('enqueue', 'later'), assistant('m1', 'Hm.')),
			['user: go', 'user: later', 'assistant: Hm.'],
		);
	});

	it('that arrived as a line are not repeated', async () => {
		const messages = await sketches(
			user('go'),
			queue('enqueue', 'next thing\r\n'),
			assistant('m1', 'Done.'),
			queue('dequeue'),
			user('next thing'),
		);
		assert.deepEqual(messages, ['user: go', 'assistant: Done.', 'user: next thing']);
	});

	it('that arrived together in one line are not repeated, but only as whole lines', async () => {
		const messages = await sketches(
			queue('enqueue', 'first'),
			queue('enqueue', 'second'),
			queue('enqueue', 'sec'),
			user('first\nsecond'),
		);
		assert.deepEqual(messages, ['user: sec', 'user: first\nsecond']);
	});

	it('that were slash commands arrive as their echo', async () => {
		const echo =
			'<command-name>/mcp</command-name>\n<command-message>mcp</command-message>\n<command-args></command-args>';
		assert.deepEqual(await sketches(queue('enqueue', '/mcp'), queue('remove'), user(echo)), [
			`user (client): ${echo}`,
		]);
	});

	it('that the person took back were never sent', async () => {
		assert.deepEqual(
			await sketches(queue('enqueue', 'draft'), queue('popAll', 'draft'), user('final')),
			['user: final'],
		);
	});

	it('are the client’s when they are notifications', async () => {
		const notification = '<task-notification>\n<status>completed</status>';
		const messages = await sketches(
			user('go'),
			queue('enqueue', notification),
			queue('enqueue', 'check again'),
			queue('remove'),
			assistant('m1', 'Checking.'),
			queue('dequeue'),
			queuedCommand('<task-notification>two', { commandMode: 'task-notification' }),
		);
		assert.deepEqual(messages, [
			'user: go',
			'user: check again',
			'assistant: Checking.',
			`user (client): ${notification}`,
			'user (client): <task-notification>two',
		]);
	});

	it('in a branch that was left are left with it', async () => {
		const messages = await sketches(
			user('go', { uuid: '1', parentUuid: null }),
			user('left', { uuid: '2', parentUuid: '1' }),
			queue('enqueue', 'left as well'),
			queue('remove'),
			assistant('m1', 'Left.', { uuid: '3', parentUuid: '2' }),
			user('right', { uuid: '4', parentUuid: '1' }),
		);
		assert.deepEqual(messages, ['user: go', 'user: right']);
	});

	it('that arrived as an attachment are not repeated', async () => {
		const messages = await sketches(
			user('go'),
			assistant('m1', call('a')),
			queue('enqueue', 'hide the table'),
			queue('remove'),
			queuedCommand('hide the table', { commandMode: 'prompt', origin: { kind: 'human' } }),
			user([result('a', 'A')]),
		);
		assert.deepEqual(messages, ['user: go', 'assistant: (a)', 'tool a: A', 'user: hide the table']);
	});

	it('that are the same twice arrive twice', async () => {
		const messages = await sketches(
			user('continue'),
			queue('enqueue', 'continue'),
			queue('remove'),
			queue('enqueue', 'continue'),
			queue('dequeue'),
			user('continue'),
		);
		assert.deepEqual(messages, ['user: continue', 'user: continue', 'user: continue']);
	});

	it('keep the images they came with', async () => {
		const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
		const prompt = [
			{ type: 'text', text: 'look' },
			{ type: 'image', source },
		];
		assert.deepEqual(await sketches(user('go'), queuedCommand(prompt)), [
			'user: go',
			'user: look\n[image]',
		]);
	});
});
