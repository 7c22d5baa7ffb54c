import assert from 'node:assert/strict';
import { toolCallsOf } from '../../../../../src/messages/message.ts';
import { call, event, item, meta, output, says, typed } from './codexLines.ts';
import { only, read, sketches } from '../../reading.ts';

describe('Codex: messages and calls', () => {
	it('are put together from the items of one reply, results in the order of the calls', async () => {
		const messages = await sketches(
			meta(),
			...typed('go'),
			item('reasoning', { summary: [], encrypted_content: 'x' }),
			says('assistant', 'First.'),
			call('a'),
			call('b'),
			event('token_count', { info: null }),
			output('b', 'B'),
			event('exec_command_end', { call_id: 'a', aggregated_output: 'A' }),
			output('a', 'A'),
			call('c'),
			output('c', 'C'),
			event('agent_message', { message: 'Done.' }),
			says('assistant', 'Done.'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: First. (a, b)',
			'tool a: A',
			'tool b: B',
			'assistant: (c)',
			'tool c: C',
			'assistant: Done.',
		]);
	});

	it('call a tool of an MCP server by the name that other assistants have for it', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				item('function_call', { call_id: 'a', namespace: 'mcp__harbour', name: 'depth' }),
				item('function_call', { call_id: 'b', namespace: 'multi_agent', name: 'spawn' }),
			),
		);
		const names = messages.flatMap((message) => toolCallsOf(message).map(({ name }) => name));
		assert.deepEqual(names, ['mcp__harbour__depth', 'spawn']);
	});

	it('know the search for tools, and images the provider makes', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				item('tool_search_call', { call_id: 't', arguments: { query: 'mail' } }),
				item('tool_search_output', {
					call_id: 't',
					tools: [{ name: 'mail', tools: [{ name: 'send' }] }, { name: 'read' }],
				}),
				item('image_generation_call', { id: 'i', revised_prompt: 'a cat', result: 'AAAA' }),
			),
		);
		assert.deepEqual(
			messages.slice(1).map((each) => (each.role === 'assistant' ? each.toolCalls : each.content)),
			[
				[{ id: 't', name: 'tool_search', arguments: '{"query":"mail"}' }],
				'[tool mail.send]\n[tool read]',
				[{ id: 'i', name: 'image_generation', arguments: '{"prompt":"a cat"}' }],
				[{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' }],
			],
		);
	});

	it('take every form in which outputs were saved', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				...['a', 'b', 'c'].map((id) => call(id)),
				output('a', [
					{ type: 'input_text', text: 'one' },
					{ type: 'input_text', text: 'two' },
				]),
				output('b', { type: 'input_text', text: 'three' }),
				output('c', { what: 4 }),
			),
		);
		assert.deepEqual(messages.slice(2), [
			{ role: 'tool', toolCallId: 'a', content: 'one\ntwo' },
			{ role: 'tool', toolCallId: 'b', content: 'three' },
			{ role: 'tool', toolCallId: 'c', content: '{"what":4}' },
		]);
	});

	it('are errors where the tool they call is not there', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				call('a', 'update_plan', '{"plan":[{"step":"Deploy","status":"pending"}]}'),
				output('a', 'unsupported call: update_plan'),
			),
		);
		const result = messages.at(-1);
		assert.equal(result?.role === 'tool' && result.isError, true);
	});

	it('keep images that were typed in or that a tool gave', async () => {
		const url = 'data:image/png;base64,AAAA';
		const image = { type: 'input_image', image_url: url };
		const { messages } = only(
			await read(
				item('message', { role: 'user', content: [{ type: 'input_text', text: 'look' }, image] }),
				call('a', 'view_image'),
				output('a', [image]),
			),
		);
		assert.deepEqual(messages[0]?.content, [
			{ type: 'text', text: 'look' },
			{ type: 'image', mediaType: 'image/png', url },
		]);
		assert.deepEqual(messages[2]?.content, [{ type: 'image', mediaType: 'image/png', url }]);
	});
});
