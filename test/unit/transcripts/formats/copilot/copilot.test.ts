import assert from 'node:assert/strict';
import { withBackgroundResults } from '../../../../../src/messages/background.ts';
import { toolCallsOf } from '../../../../../src/messages/message.ts';
import { pairTools } from '../../../../../src/messages/toolPairs.ts';
import { toolUses } from '../../../../../src/messages/toolUse.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { describeChangedValues } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, read, sketch, sketches } from '../../reading.ts';
import { assistant, compacted, done, event, start, user } from './copilotEvents.ts';

describe('Copilot: what was said', () => {
	it('is told apart from what the client put around it', async () => {
		const sent =
			'<current_datetime>now</current_datetime>\n\ngo on\n\n<system_reminder>x</system_reminder>';
		assert.deepEqual(await sketches(start(), user('go on', sent)), [
			'user (client): <current_datetime>now</current_datetime>',
			'user: go on',
			'user (client): <system_reminder>x</system_reminder>',
		]);
	});

	it('is the client’s where a source is named or nobody typed anything', async () => {
		const messages = await sketches(
			user('', '<system_reminder>tools</system_reminder>'),
			user('Instructions of AGENTS.md', undefined, { source: 'instruction-discovery' }),
			user('Continue.', undefined, { isAutopilotContinuation: true }),
			event('system.notification', { content: '<system_notification>done</system_notification>' }),
			event('system.notification', { content: 'Discovered instruction: AGENTS.md' }),
		);
		assert.deepEqual(messages, [
			'user (client): <system_reminder>tools</system_reminder>',
			'user (client): Instructions of AGENTS.md',
			'user (client): Continue.',
			'user (client): <system_notification>done</system_notification>',
		]);
	});

	it('keeps images', async () => {
		const attachments = [{ type: 'blob', data: 'AAAA', mimeType: 'image/png' }];
		const messages = await sketches(
			user('look', '<tagged_files>/a/in.ts</tagged_files>\nlook', { attachments }),
		);
		assert.deepEqual(messages, [
			'user (client): <tagged_files>/a/in.ts</tagged_files>',
			'user: look\n[image]',
		]);
	});

	it('includes the system prompt once, and again when it changes', async () => {
		const system = (content: string): object =>
			event('system.message', { role: 'system', content });
		const messages = await sketches(
			system('You are A.'),
			user('one'),
			system('You are A.'),
			user('two'),
			system('You are B.'),
		);
		assert.deepEqual(messages, [
			'system: You are A.',
			'user: one',
			'user: two',
			'system: You are B.',
		]);
	});

	it('leaves out reasoning, hooks, warnings and what sub-agents did', async () => {
		const transcript = await read(
			start(),
			event('session.warning', { message: 'no' }),
			event('hook.start', { input: { prompt: 'x' } }),
			event('assistant.reasoning', { content: 'hm' }),
			assistant('Sub.', [], { parentToolCallId: 'a' }),
			event('user.message', { content: 'Sub.' }, { agentId: 'explore-1' }),
			assistant('Done.', [], { reasoningText: 'hm' }),
			event('abort', { reason: 'user_initiated' }),
		);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['assistant: Done.'],
		);
		assert.deepEqual(transcript.problems, []);
	});
});

describe('Copilot: tools', () => {
	it('of a reply that was split into events are calls of one message', async () => {
		const messages = await sketches(
			assistant('', [], { apiCallId: '1' }),
			assistant('I look.', ['a'], { apiCallId: '1' }),
			assistant('', ['b'], { apiCallId: '1' }),
			done('a', 'A'),
			done('b', 'B'),
		);
		assert.deepEqual(messages, ['assistant: I look. (a, b)', 'tool a: A', 'tool b: B']);
	});

	it('that failed say so with the message the model got', async () => {
		const failed = { success: false, result: undefined, error: { message: 'No such path' } };
		const { messages } = only(await read(assistant('', ['a']), done('a', '', failed)));
		assert.deepEqual(messages[1], {
			role: 'tool',
			toolCallId: 'a',
			content: 'No such path',
			isError: true,
		});
	});

	it('have the exit code of a command, which can come with a later call that asks', async () => {
		const request = (id: string, name: string, given: object): object =>
			assistant('', [], { toolRequests: [{ toolCallId: id, name, arguments: given }] });
		const { messages } = only(
			await read(
				user('go'),
				request('a', 'bash', { command: 'npm test', mode: 'async' }),
				done('a', '<command started in the background with shellId: npm-test>'),
				request('b', 'read_bash', { shellId: 'npm-test', delay: 5 }),
				done('b', 'AssertionError\n<shellId: npm-test completed with exit code 4>'),
				request('c', 'bash', { command: 'ls' }),
				done('c', 'a.ts', { shellExecution: { exitCode: 2 } }),
			),
		);
		const log = messages.map((message) => ({ message, tokens: 1 }));
		const uses = withBackgroundResults(log, toolUses(log, pairTools(log), 0, log.length));
		assert.deepEqual(
			uses.map(({ target, outcome }) => [target, outcome.exitCode]),
			[
				['npm test', 4],
				['ls', 2],
			],
		);
	});

	it('take arguments as objects, as JSON text and as free text', async () => {
		const request = (id: string, written: unknown, type: string): object => ({
			toolCallId: id,
			name: 'f',
			arguments: written,
			type,
		});
		const toolRequests = [
			request('a', { x: 1 }, 'function'),
			request('b', '{"x": 1}', 'function'),
			request('c', '*** Begin Patch', 'custom'),
			request('d', '', 'function'),
			{ name: 'no id' },
		];
		const transcript = await read(assistant('', [], { toolRequests }));
		const calls = only(transcript).messages.flatMap((message) => toolCallsOf(message));
		assert.deepEqual(
			calls.map((call) => call.arguments),
			['{"x":1}', '{"x": 1}', '{"input":"*** Begin Patch"}', '{}'],
		);
		assert.deepEqual(transcript.problems, [
			{ line: 1, message: 'One of its tool calls cannot be read; it was left out.' },
		]);
	});
});

describe('Copilot: earlier compactions', () => {
	const system = event('system.message', { role: 'system', content: 'You are A.' });

	it('tell what they stand for while the whole log is in the file', async () => {
		const transcript = await read(
			system,
			user('one'),
			assistant('One.'),
			event('session.compaction_start', {}),
			user('two'),
			compacted(' The story. ', { preCompactionTokens: 90_000 }),
			assistant('Two.'),
			compacted('More.'),
			user('three'),
		);
		const { messages, earlier } = only(transcript);
		assert.equal(messages.length, 6);
		assert.deepEqual(earlier, [
			{ range: { start: 1, end: 3 }, at: 4, summary: 'The story.', tokensBefore: 90_000 },
			{ range: { start: 1, end: 5 }, at: 5, summary: 'More.' },
		]);
	});

	it('do not part calls from results when they run beside the tools', async () => {
		const transcript = await read(
			user('one'),
			assistant('One.'),
			assistant('', ['a', 'b']),
			done('b', 'B'),
			event('session.compaction_start', {}),
			compacted('The story.'),
			done('a', 'A'),
			user('two'),
		);
		const { messages, earlier } = only(transcript);
		assert.deepEqual(
			messages.map((message) => sketch(message)),
			['user: one', 'assistant: One.', 'assistant: (a, b)', 'tool a: A', 'tool b: B', 'user: two'],
		);
		assert.deepEqual(earlier, [{ range: { start: 0, end: 2 }, at: 2, summary: 'The story.' }]);
	});

	it('are a message where what they stand for is not in the file', async () => {
		assert.deepEqual(await sketches(system, compacted('The story.'), user('go on')), [
			'system: You are A.',
			'user (summary): The story.',
			'user: go on',
		]);
	});
});

describe('Copilot: files', () => {
	it('that were written twice after a resume are read once', async () => {
		const said = user('hello');
		assert.deepEqual(await sketches(said, said), ['user: hello']);
	});

	it('report events of unknown kinds that say something, each kind once', async () => {
		const transcript = await read(
			user('hello'),
			event('oracle.message', { content: 'x' }),
			event('oracle.message', { content: 'y' }),
			event('oracle.moved', { to: 'x' }),
		);
		assert.deepEqual(transcript.problems, [
			{ line: 2, message: '2 records of the unknown kind "oracle.message" were left out.' },
		]);
	});

	it('report what is broken and read the rest', async () => {
		const text =
			jsonl(start(), ['no event'], event('user.message', { content: 1 }), user('hello')) +
			'{"type":\n{"__proto__":{"type":"x"},"type":"user.message","data":{"content":"a","__proto__":{"b":1}}}\n' +
			'{"type":"assistant.message","data":{"cont';
		const transcript = await openTranscript(memorySource(text));
		assert.equal(only(transcript).messages.length, 2);
		assert.deepEqual(transcript.problems, [
			{ line: 2, message: 'Record 2 is not a record of GitHub Copilot; it was left out.' },
			{ line: 3, message: 'This user.message event cannot be read; it was left out.' },
			{ line: 5, message: 'This line is not valid JSON; it was left out.' },
			{ line: 7, message: 'The last line is cut off in the middle; it was left out.' },
		]);
		assert.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'b'), undefined);
	});
});

describeChangedValues(
	'copilot',
	[
		start(),
		user('go'),
		assistant('Well.', ['a']),
		done('a', 'A'),
		compacted('So far.'),
		user('on'),
	],
	(events) => jsonl(...events),
);

describe('Copilot: a second result of one call', () => {
	it('is kept, and noted; the first one is not, however late it comes', async () => {
		const { problems, conversations } = await read(
			start(),
			user('go'),
			assistant('', ['one', 'two']),
			done('one', 'first'),
			user('meanwhile'),
			done('two', 'late'),
			assistant('Yes.'),
			done('one', 'again'),
		);
		assert.deepEqual(
			problems.map(({ line }) => line),
			[8],
		);
		const texts = conversations[0]?.messages.map((message) => sketch(message)) ?? [];
		assert.ok(texts.includes('tool one: again'), texts.join('; '));
	});
});

describe('Copilot: what sub-agents edited', () => {
	const behind = (
		type: string,
		parentToolCallId: string,
		data: object,
		fields: object = {},
	): object => event(type, { parentToolCallId, ...data }, fields);
	const edits = (id: string, path: string): object => ({
		toolCallId: id,
		toolName: 'edit',
		arguments: { path, old_str: 'a', new_str: 'b' },
	});

	it('stands with the result of the call that they are behind, sub-agents of sub-agents included', async () => {
		const { messages } = only(
			await read(
				start(),
				user('go'),
				assistant('', ['task', 'other']),
				behind('tool.execution_start', 'task', edits('inner', '/p/a.ts')),
				behind('tool.execution_complete', 'task', { toolCallId: 'inner', success: true }),
				behind('tool.execution_start', 'task', { toolCallId: 'nested', toolName: 'task' }),
				behind('tool.execution_start', 'nested', edits('deeper', '/p/b.ts')),
				behind('tool.execution_complete', 'nested', { toolCallId: 'deeper', success: true }),
				behind('tool.execution_start', 'task', edits('failed', '/p/c.ts')),
				behind('tool.execution_complete', 'task', { toolCallId: 'failed', success: false }),
				done('task', 'report'),
				done('other', 'nothing'),
			),
		);
		const results = messages.flatMap((message) => (message.role === 'tool' ? [message] : []));
		assert.deepEqual(
			results.map(({ changed }) => changed?.map(({ path }) => path)),
			[['/p/a.ts', '/p/b.ts'], undefined],
		);
	});

	it('is known by the sub-agent, too, where its events name only that', async () => {
		const ofAgent = { agentId: 'a1' };
		const { messages } = only(
			await read(
				start(),
				user('go'),
				assistant('', ['task']),
				event('subagent.started', { toolCallId: 'task' }, ofAgent),
				event('tool.execution_start', edits('inner', '/p/a.ts'), ofAgent),
				event('tool.execution_complete', { toolCallId: 'inner', success: true }, ofAgent),
				done('task', 'report'),
			),
		);
		const [, , result] = messages;
		assert.deepEqual(result?.role === 'tool' && result.changed?.map(({ path }) => path), [
			'/p/a.ts',
		]);
	});
});
