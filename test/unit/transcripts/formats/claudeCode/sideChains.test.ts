import assert from 'node:assert/strict';
import type { TranscriptSource } from '../../../../../src/transcripts/reader.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, read, sketch } from '../../reading.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { assistant, call, other, result, user, type Envelope } from './claudeLines.ts';

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

/** What stands with the results of the main conversation of what sub-agents did. */
function changed({ conversations: [main] }: Awaited<ReturnType<typeof read>>): readonly unknown[] {
	return (main?.messages ?? []).map((message) =>
		message.role === 'tool' ? message.changed : undefined,
	);
}

describe('Claude Code: edits of sub-agents', () => {
	const edit = (id: string, file_path: string): object => ({
		...call(id, { file_path, old_string: 'a', new_string: 'b' }),
		name: 'Edit',
	});
	const done = 'The file /p/a.ts has been updated.';
	const edited = { path: '/p/a.ts', change: 'changed' };
	const work = (side: Envelope): readonly object[] => [
		user('You are a sub-agent', side),
		assistant('m8', edit('inner', '/p/a.ts'), side),
		user([result('inner', done)], side),
		assistant('m9', edit('failed', '/p/b.ts'), side),
		user([result('failed', 'String to replace not found', { is_error: true })], side),
	];
	const asked = [user('go'), assistant('m1', call('task')), assistant('m1', call('other'))];

	it('stand with the result of the call that its lines name', async () => {
		const ended = [user([result('task', 'report')]), user([result('other', 'none')])];
		const found = await read(...asked, ...work({ parent_tool_use_id: 'task' }), ...ended);
		assert.deepEqual(changed(found), [undefined, undefined, [edited], undefined]);
	});

	it('stand with the result that names the sub-agent', async () => {
		const end = user([result('task', 'report')], { toolUseResult: { agentId: 'a1' } });
		const found = await read(...asked, ...work({ isSidechain: true, agentId: 'a1' }), end);
		assert.deepEqual(changed(found), [undefined, undefined, [edited]]);
	});

	it('are read from its own file', async () => {
		const files = new Map([
			['s/subagents/agent-a1.jsonl', work({ isSidechain: true, agentId: 'a1' })],
		]);
		const end = [
			user([result('task', 'report')], { toolUseResult: { agentId: 'a1' } }),
			user([result('other', 'gone')], { toolUseResult: { agentId: 'a2' } }),
			user([result('again', 'gone')], { toolUseResult: { agentId: 'a2' } }),
		];
		const looked: string[] = [];
		const source: TranscriptSource = {
			...memorySource(jsonl(...asked, ...end), { name: '/home/s.jsonl' }),
			sibling: (name) => {
				looked.push(name);
				const lines = files.get(name);
				return Promise.resolve(lines && memorySource(jsonl(...lines)));
			},
		};
		const found = await openTranscript(source);
		assert.deepEqual(changed(found), [undefined, undefined, [edited], undefined, undefined]);
		assert.equal(only(found).messages.length, 5);
		assert.deepEqual(looked, ['s/subagents/agent-a1.jsonl', 's/subagents/agent-a2.jsonl']);
	});
});

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
