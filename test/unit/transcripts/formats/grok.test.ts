import assert from 'node:assert/strict';
import { describeLineDefects } from '../defects.ts';
import { only, read, sketch, sketches } from '../reading.ts';

const system = { type: 'system', content: 'You are Grok.' };
const user = { type: 'user', content: [{ type: 'text', text: 'Read it' }], prompt_index: 0 };
const calls = {
	type: 'assistant',
	content: 'Reading.',
	tool_calls: [{ id: 'c1', name: 'read_file', arguments: '{"a":1}' }],
	model_id: 'grok',
};
const result = { type: 'tool_result', tool_call_id: 'c1', content: 'the file' };
const bye = { type: 'user', content: 'Bye', prompt_index: 1 };

describe('Grok: a chat history', () => {
	it('has the role of a message as the type of its line', async () => {
		const transcript = await read(system, user, calls, result, bye);
		assert.equal(transcript.format, 'grok');
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			[
				'system: You are Grok.',
				'user: Read it',
				'assistant: Reading. (c1)',
				'tool c1: the file',
				'user: Bye',
			],
		);
		assert.deepEqual(transcript.problems, []);
	});

	it('tells what the client said in the person’s name', async () => {
		const synthetic = { type: 'user', content: 'cwd: /', synthetic_reason: 'environment_context' };
		assert.deepEqual(await sketches(system, synthetic), [
			'system: You are Grok.',
			'user (client): cwd: /',
		]);
	});

	it('leaves reasoning out and keeps images', async () => {
		const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'x' };
		const image = { type: 'image', url: 'data:image/png;base64,AA' };
		const messages = only(
			await read(reasoning, { type: 'user', content: [image], prompt_index: 0 }),
		).messages;
		assert.deepEqual(messages, [
			{
				role: 'user',
				content: [{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AA' }],
			},
		]);
	});

	it('shows a tool of the provider as a call without a result', async () => {
		const action = { type: 'search', query: 'print' };
		const backend = {
			type: 'backend_tool_call',
			kind: { tool_type: 'web_search', id: 'w', action },
		};
		const [, call] = only(await read(user, backend, bye)).messages;
		assert.deepEqual(call, {
			role: 'assistant',
			content: '',
			toolCalls: [{ id: 'w', name: 'web_search', arguments: JSON.stringify(action) }],
		});
	});

	it('reports kinds it does not know, each once', async () => {
		const compaction = { type: 'compaction', content: 'S' };
		const { problems } = await read(system, user, compaction, compaction);
		assert.deepEqual(problems, [
			{ line: 3, message: '2 records of the unknown kind "compaction" were left out.' },
		]);
	});

	it('reports a call that cannot be read and a result without its call', async () => {
		const { problems } = await read(user, { ...calls, tool_calls: [{ id: 'c1' }] }, result);
		assert.deepEqual(
			problems.map(({ line }) => line),
			[2, 3],
		);
	});
});

describeLineDefects('grok', [system, user, calls, result, bye]);
