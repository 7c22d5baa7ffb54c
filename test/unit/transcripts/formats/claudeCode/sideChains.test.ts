import assert from 'node:assert/strict';
import { read, sketch } from '../../reading.ts';
import { assistant, call, other, result, user } from './claudeLines.ts';

/** The conversations of a file: the title of each, and its messages in a few characters. */
async function conversations(
	...records: readonly unknown[]
): Promise<readonly (readonly [title: string, messages: readonly string[]])[]> {
	const transcript = await read(...records);
	return transcript.conversations.map(({ title, messages }) => [
		title,
		Array.from(messages, (message) => sketch(message)),
	]);
}

describe('Claude Code: side chains', () => {
	const side = { isSidechain: true };

	it('are conversations of their own behind the main one, called by what was asked of them', async () => {
		assert.deepEqual(
			await conversations(
				user('Warm up', { ...side, uuid: 'w', parentUuid: null }),
				user('go'),
				assistant('m1', call('task')),
				user('You are a sub-agent', { ...side, uuid: 's', parentUuid: null }),
				assistant('m9', call('inner'), { ...side, uuid: 't', parentUuid: 's' }),
				user([result('inner', 'x')], { ...side, parentUuid: 't' }),
				user([result('task', 'report')]),
			),
			[
				['go', ['user: go', 'assistant: (task)', 'tool task: report']],
				['Warm up', ['user (client): Warm up']],
				[
					'You are a sub-agent',
					['user (client): You are a sub-agent', 'assistant: (inner)', 'tool inner: x'],
				],
			],
		);
	});

	it('that ran at the same time are told apart by their parents', async () => {
		assert.deepEqual(
			(
				await conversations(
					user('go'),
					user('One', { ...side, uuid: '1', parentUuid: null }),
					user('Two', { ...side, uuid: '2', parentUuid: null }),
					assistant('m1', 'First.', { ...side, uuid: '3', parentUuid: '1' }),
					assistant('m2', 'Second.', { ...side, uuid: '4', parentUuid: '2' }),
				)
			).slice(1),
			[
				['One', ['user (client): One', 'assistant: First.']],
				['Two', ['user (client): Two', 'assistant: Second.']],
			],
		);
	});

	it('or by the sub-agents they name', async () => {
		assert.deepEqual(
			await conversations(
				user('One', { ...side, agentId: 'a' }),
				user('Two', { ...side, agentId: 'b' }),
				assistant('m1', 'First.', { ...side, agentId: 'a' }),
			),
			[
				['One', ['user (client): One', 'assistant: First.']],
				['Two', ['user (client): Two']],
			],
		);
	});

	it('are the conversation of a file that holds nothing else', async () => {
		assert.deepEqual(
			await conversations(
				user('You are a sub-agent', side),
				other('progress', { ...side, toolUseID: 'x' }),
				assistant('m1', 'Yes.', side),
			),
			[['You are a sub-agent', ['user (client): You are a sub-agent', 'assistant: Yes.']]],
		);
	});
});
