import assert from 'node:assert/strict';
import { event, item, line, message, says, typed } from './codexLines.ts';
import { sketches } from '../../reading.ts';

describe('Codex: what is not from the person', () => {
	it('is what the user interface was not told of', async () => {
		const messages = await sketches(
			says('developer', '<permissions instructions>'),
			says('user', '<environment_context>'),
			...typed('go'),
			says('assistant', 'Well.'),
			says('user', 'Some notice of a later version'),
			says('assistant', 'Fine.'),
		);
		assert.deepEqual(messages, [
			'user (client): <permissions instructions>',
			'user (client): <environment_context>',
			'user: go',
			'assistant: Well.',
			'user (client): Some notice of a later version',
			'assistant: Fine.',
		]);
	});

	it('is recognised by its words in a file that does not tell', async () => {
		const messages = await sketches(
			says('user', '<environment_context>'),
			says('user', 'go'),
			says('assistant', 'Well.'),
		);
		assert.deepEqual(messages, [
			'user (client): <environment_context>',
			'user: go',
			'assistant: Well.',
		]);
	});

	it('is all but what was typed, also where that is told as one text, or has words of other rows', async () => {
		const block = (text: string): object => ({ type: 'input_text', text });
		const messages = await sketches(
			line('response_item', { ...message('user', ''), content: [block('one'), block('two')] }),
			event('user_message', { message: 'onetwo' }),
			says('assistant', 'Well.'),
			says('user', 'A notice'),
			says('assistant', 'Fine.'),
			says('user', 'yes'),
			says('user', 'Another notice, yes or no'),
			event('user_message', { message: 'yes' }),
		);
		assert.deepEqual(messages, [
			'user: one\ntwo',
			'assistant: Well.',
			'user (client): A notice',
			'assistant: Fine.',
			'user: yes',
			'user (client): Another notice, yes or no',
		]);
	});

	it('is what newer versions say of items, or mark in them', async () => {
		const user = { type: 'UserMessage', content: [{ type: 'text', text: 'go' }] };
		assert.deepEqual(
			await sketches(
				says('user', '<recommended_plugins>'),
				...typed('go'),
				event('item_completed', { item: user }),
				event('item_completed', { item: { type: 'AgentMessage', content: [] } }),
				says('assistant', 'Well.'),
				says('user', 'A notice'),
			),
			[
				'user (client): <recommended_plugins>',
				'user: go',
				'assistant: Well.',
				'user (client): A notice',
			],
		);
		const marked = (text: string, ...kinds: readonly string[]): object =>
			line('response_item', {
				...message('user', text),
				internal_chat_message_metadata_passthrough: { content_item_kinds: kinds },
			});
		assert.deepEqual(
			await sketches(
				marked('rules of the house', 'agents_md.instructions', 'environments.environment_context'),
				marked('go', 'user.text'),
			),
			['user (client): rules of the house', 'user: go'],
		);
	});

	const task = 'Review the tracker. Do not edit files.';
	const startsAgent = [
		item('function_call', {
			call_id: 'c1',
			name: 'spawn_agent',
			arguments: JSON.stringify({ agent_type: 'explorer', message: task }),
		}),
		item('function_call_output', { call_id: 'c1', output: 'You are the new agent.' }),
	];

	it('is not the task an agent was started with, where its session begins as a fork', async () => {
		const messages = await sketches(
			says('user', 'Keep going.'),
			event('user_message', { message: 'Keep going.' }),
			...startsAgent,
			...typed(task),
			says('assistant', 'Well.'),
		);
		assert.ok(messages.includes('user: Keep going.'), messages.join('\n'));
		assert.ok(messages.includes(`user (client): ${task}`), messages.join('\n'));
	});

	it('is not what the person typed in the words of a task that is over', async () => {
		const afterReply = await sketches(
			...startsAgent,
			says('assistant', 'It found nothing.'),
			...typed(task),
			says('assistant', 'Well.'),
		);
		assert.ok(afterReply.includes(`user: ${task}`), afterReply.join('\n'));
	});

	it('is what another agent says', async () => {
		const content = [{ type: 'input_text', text: 'I am done.' }];
		const messages = await sketches(
			...typed('go'),
			item('agent_message', { author: 'b', content }),
		);
		assert.deepEqual(messages[1], 'user (client): I am done.');
	});
});
