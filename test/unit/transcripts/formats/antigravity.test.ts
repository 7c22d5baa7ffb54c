import assert from 'node:assert/strict';
import { describeLineDefects } from '../defects.ts';
import { only, read, sketch, sketches } from '../reading.ts';

let index = 0;

function step(source: string, type: string, more: object = {}): unknown {
	index += 1;
	return { step_index: index, source, type, status: 'DONE', ...more };
}

const request = '<USER_REQUEST>\nList the files.\n</USER_REQUEST>';
const asked = step('USER_EXPLICIT', 'USER_INPUT', { content: request });
const listing = { name: 'list_dir', args: { DirectoryPath: '"/tmp"', depth: 2, odd: 'a b' } };
const calls = step('MODEL', 'PLANNER_RESPONSE', { thinking: 'hm', tool_calls: [listing] });
const result = step('MODEL', 'LIST_DIRECTORY', { content: 'a.txt' });
const done = step('MODEL', 'PLANNER_RESPONSE', { content: 'One file.' });

describe('Antigravity: a session', () => {
	it('is a line per step, results in the order of the calls', async () => {
		const transcript = await read(asked, calls, result, done);
		assert.equal(transcript.format, 'antigravity');
		assert.equal(only(transcript).title, 'List the files.');
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			[
				'user (person): List the files.',
				'assistant: (call)',
				'tool call: a.txt',
				'assistant: One file.',
			],
		);
		assert.deepEqual(transcript.problems, []);
	});

	it('tells what was asked from what stands behind it', async () => {
		const settings = '<USER_SETTINGS_CHANGE>\nAlways push.\n</USER_SETTINGS_CHANGE>';
		const words = '<USER_REQUEST>\nQuote </USER_REQUEST> too\n</USER_REQUEST>';
		const both = step('USER_EXPLICIT', 'USER_INPUT', { content: `${words}\n${settings}` });
		const bare = step('USER_EXPLICIT', 'USER_INPUT', { content: 'Go on' });
		assert.deepEqual(await sketches(both, bare), [
			'user (person): Quote </USER_REQUEST> too',
			`user (client): ${settings}`,
			'user: Go on',
		]);
	});

	it('has its arguments as the model wrote them', async () => {
		const [, message] = only(await read(asked, calls)).messages;
		const [call] = message?.role === 'assistant' ? (message.toolCalls ?? []) : [];
		assert.deepEqual(call, {
			id: 'call',
			name: 'list_dir',
			arguments: '{"DirectoryPath":"/tmp","depth":2,"odd":"a b"}',
		});
	});

	it('calls a tool by its step where no call tells of it', async () => {
		const transcript = await read(asked, result, result);
		assert.deepEqual(
			only(transcript)
				.messages.slice(1)
				.map((message) => sketch(message)),
			['assistant: (call)', 'tool call: a.txt', 'assistant: (call_2)', 'tool call_2: a.txt'],
		);
		assert.deepEqual(
			transcript.problems.map(({ message }) => message),
			[
				'2 steps are results of calls that are not in the file; calls without arguments stand for them.',
			],
		);
	});

	it('tells a message of the system from the person’s', async () => {
		const note = step('SYSTEM', 'SYSTEM_MESSAGE', { content: 'note' });
		assert.deepEqual(await sketches(asked, note), [
			'user (person): List the files.',
			'user (client): note',
		]);
	});

	it('goes on after a compaction, whose steps are all there still', async () => {
		const history = step('SYSTEM', 'CONVERSATION_HISTORY');
		const checkpoint = step('SYSTEM', 'CHECKPOINT', { content: '# Resuming' });
		const conversation = only(await read(asked, calls, result, history, checkpoint, done));
		assert.equal(conversation.messages.length, 4);
		assert.deepEqual(conversation.earlier, [
			{ range: { start: 0, end: 3 }, at: 3, summary: '# Resuming' },
		]);
	});

	it('tells how much was saved shortened, and which steps it does not know', async () => {
		const short = step('MODEL', 'PLANNER_RESPONSE', {
			content: 'x',
			truncated_fields: ['content'],
		});
		const { problems } = await read(asked, short, short, step('SYSTEM', 'WEATHER'));
		assert.deepEqual(problems, [
			{
				line: 1,
				message: 'Antigravity saved 2 of the steps shortened; what it cut off is not in the file.',
			},
			{ line: 4, message: 'A step of the unknown kind "WEATHER" was left out.' },
		]);
	});
});

describeLineDefects('antigravity', [asked, calls, result, done]);
