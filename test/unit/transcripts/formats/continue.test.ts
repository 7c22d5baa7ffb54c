import assert from 'node:assert/strict';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../src/transcripts/reader.ts';
import { describeDocumentDefects } from '../defects.ts';
import { memorySource } from '../memorySource.ts';
import { only, sketch } from '../reading.ts';

function session(history: readonly unknown[], title = 'Fix the tests'): unknown {
	return { sessionId: 's', title, workspaceDirectory: '/project', history };
}

function item(role: string, content: unknown, more: object = {}): unknown {
	return { message: { role, content, ...more }, contextItems: [] };
}

function read(history: readonly unknown[], title?: string): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(session(history, title))));
}

async function sketches(...history: readonly unknown[]): Promise<readonly string[]> {
	return only(await read(history)).messages.map((message) => sketch(message));
}

const call = { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"a":1}' } };

const hello = [item('user', 'Hello'), item('assistant', 'Hi.')];

describe('Continue: a session', () => {
	it('is read with its title', async () => {
		const transcript = await read(hello);
		assert.equal(transcript.format, 'continue');
		assert.equal(only(transcript).title, 'Fix the tests');
		assert.deepEqual(only(transcript).messages, [
			{ role: 'user', content: 'Hello' },
			{ role: 'assistant', content: 'Hi.' },
		]);
		assert.deepEqual(transcript.problems, []);
	});

	it('is known without its list of items, when these come later than what is looked at', async () => {
		const title = 'x'.repeat(70_000);
		const long = { workspaceDirectory: '/p', sessionId: 's', title, history: hello };
		const text = JSON.stringify(long);
		assert.equal((await openTranscript(memorySource(text))).format, 'continue');
	});

	it('shows what was attached before the message it was attached to', async () => {
		const contextItems = [
			{ name: 'a.ts', description: 'src/a.ts', content: 'const a = 1;' },
			{ name: 'Terminal', description: '', content: '$ ls' },
		];
		assert.deepEqual(await sketches({ message: { role: 'user', content: 'Why?' }, contextItems }), [
			'user (client): a.ts: src/a.ts\nconst a = 1;\n\nTerminal\n$ ls',
			'user: Why?',
		]);
	});

	it('reports blocks and roles it has no words for, each once', async () => {
		const transcript = await read([
			...hello,
			item('user', [{ type: 'hologram' }]),
			item('user', [{ type: 'hologram' }]),
			item('narrator', 'Meanwhile'),
		]);
		assert.deepEqual(
			transcript.problems.map(({ message }) => message),
			[
				'A message of the unknown kind "narrator" was left out.',
				'2 blocks of the unknown kind "hologram" were shown as a mark.',
			],
		);
	});
});

describe('Continue: tools', () => {
	it('have their results as messages', async () => {
		assert.deepEqual(
			await sketches(
				item('assistant', 'Reading.', { toolCalls: [call] }),
				item('tool', 'the file', { toolCallId: 'c1' }),
			),
			['assistant: Reading. (c1)', 'tool c1: the file'],
		);
	});

	it('have their results beside the call, told once', async () => {
		const output = [{ name: 'f', description: '', content: 'the file' }];
		const calling = {
			message: { role: 'assistant', content: '', toolCalls: [call] },
			toolCallStates: [{ toolCallId: 'c1', status: 'errored', output }],
		};
		const messages = only(
			await read([calling, item('tool', 'the file', { toolCallId: 'c1' }), ...hello]),
		).messages;
		assert.deepEqual(messages.slice(0, 3), [
			{
				role: 'assistant',
				content: '',
				toolCalls: [{ id: 'c1', name: 'read_file', arguments: '{"a":1}' }],
			},
			{ role: 'tool', toolCallId: 'c1', content: 'the file', isError: true },
			{ role: 'user', content: 'Hello' },
		]);
	});
});

describe('Continue: earlier compactions', () => {
	it('stand for all up to the item that has the summary', async () => {
		const summarised = { message: { role: 'assistant', content: 'Hi.' }, conversationSummary: 'S' };
		const conversation = only(await read([hello[0], summarised, ...hello]));
		assert.equal(conversation.messages.length, 4);
		assert.deepEqual(conversation.earlier, [{ range: { start: 0, end: 2 }, at: 2, summary: 'S' }]);
	});

	it('are a message where the command line put the summary in the place of all else', async () => {
		const summary = { message: { role: 'assistant', content: 'S' }, conversationSummary: 'S' };
		const transcript = await read([item('system', 'Be brief.'), summary, ...hello]);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['system: Be brief.', 'user (summary): S', 'user: Hello', 'assistant: Hi.'],
		);
		assert.equal(only(transcript).earlier, undefined);
	});
});

describeDocumentDefects('continue', session, [...hello, item('user', 'Bye')]);
