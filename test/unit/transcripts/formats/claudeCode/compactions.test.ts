import assert from 'node:assert/strict';
import type { EarlierCompaction } from '../../../../../src/transcripts/reader.ts';
import { only, read, sketch } from '../../reading.ts';
import {
	assistant,
	call,
	compaction,
	other,
	pluginCompaction,
	result,
	user,
} from './claudeLines.ts';

/** The messages of a session in a few characters, and the compactions it has gone through. */
async function session(...records: readonly unknown[]): Promise<{
	readonly messages: readonly string[];
	readonly earlier: readonly EarlierCompaction[];
}> {
	const { messages, earlier = [] } = only(await read(...records));
	return { messages: messages.map((message) => sketch(message)), earlier };
}

const start = [user('go', { uuid: 'u' }), assistant('m1', 'Going.', { uuid: 'a' })];

describe('Claude Code: a compaction', () => {
	it('leaves the log without the summary, and tells what that stands for', async () => {
		const told = { trigger: 'auto', preTokens: 167_094 };
		const { messages, earlier } = await session(
			...start,
			...compaction('What was done.', told, { timestamp: '2026-02-11T21:18:41.543Z' }),
			assistant('m2', 'Where was I?'),
		);
		assert.deepEqual(messages, ['user: go', 'assistant: Going.', 'assistant: Where was I?']);
		assert.deepEqual(earlier, [
			{
				range: { start: 0, end: 2 },
				at: 2,
				summary: 'What was done.',
				tokensBefore: 167_094,
				trigger: 'automatic',
				time: Date.UTC(2026, 1, 11, 21, 18, 41, 543),
			},
		]);
	});

	it('tells the summary without the words around it', async () => {
		for (const closing of [
			'Please continue the conversation from where we left it off without asking the user.',
			'Recent messages are preserved verbatim.\nContinue the conversation from where it left off.',
			'If you need specific details from before compaction (like code), read /a.jsonl\nPlease continue the conversation from where we left off.',
		]) {
			const opening =
				'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.';
			const text = `${opening}\n\nSummary:\n1. Current Work:\n   Tests\n\n${closing}`;
			const { earlier } = await session(...start, ...compaction(text));
			assert.equal(earlier[0]?.summary, 'Summary:\n1. Current Work:\n   Tests');
		}
	});

	it('is a message where its log is in another file', async () => {
		const { messages, earlier } = await session(...compaction('Before.'), user('go on'));
		assert.deepEqual(messages, ['user (summary): Before.', 'user: go on']);
		assert.deepEqual(earlier, []);
	});

	it('keeps the end that was kept: a message with its results is one piece', async () => {
		for (const preserved of [
			{ preservedSegment: { headUuid: 'c', anchorUuid: 's', tailUuid: 'r' } },
			{ preservedMessages: { anchorUuid: 's', uuids: ['lost', 'c', 'r'] } },
			{ preservedSegment: { headUuid: 'hook', tailUuid: 'r' } },
		]) {
			const { earlier } = await session(
				...start,
				assistant('m2', call('before')),
				other('progress', { uuid: 'hook' }),
				assistant('m3', 'Looking.', { uuid: 'thought' }),
				assistant('m3', call('x'), { uuid: 'c' }),
				user([result('before', 'late')]),
				user([result('x', 'found')], { uuid: 'r' }),
				...compaction('Short.', preserved),
			);
			assert.deepEqual([earlier[0]?.range, earlier[0]?.at], [{ start: 0, end: 3 }, 6]);
		}
	});

	it('keeps the start that was kept', async () => {
		const { earlier } = await session(
			...start,
			user('look'),
			assistant('m2', 'Seen.'),
			...compaction(
				'Short.',
				{ preservedSegment: { headUuid: 'u', anchorUuid: 'b', tailUuid: 'a' } },
				{ uuid: 'b' },
			),
		);
		assert.deepEqual(earlier[0]?.range, { start: 2, end: 4 });
	});

	const handoff = '[Handoff from an earlier context window — reference]\n\n## Goal\nGo.';

	it('of a plugin is one, and what it wrote once more is in the log once', async () => {
		const work = (id: string): readonly object[] => [
			assistant(id, call('a')),
			user([result('a', 'A')]),
		];
		const { messages, earlier } = await session(
			...start,
			user('look'),
			...work('m2'),
			...pluginCompaction(user(handoff), user('look'), ...work('m9')),
			assistant('m3', 'On.'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: Going.',
			'user: look',
			'assistant: (a)',
			'tool a: A',
			'assistant: On.',
		]);
		assert.deepEqual([earlier[0]?.range, earlier[0]?.at], [{ start: 0, end: 5 }, 5]);
		assert.equal(earlier[0]?.byPlugin, true);
	});

	it('of the model, with what a plugin added and wrote once more, is one too', async () => {
		const words =
			'[Precis: the words of the user and the state of the work]\n\nMessages from the user, newest first:\n- go';
		const compacted = (): readonly object[] => [
			...compaction('What was done.'),
			...pluginCompaction(user(words), user('go'), assistant('m9', 'Going.')).slice(1),
		];
		const { messages, earlier } = await session(
			...start,
			...compacted(),
			user('go'),
			assistant('m2', 'Going.'),
			...compacted(),
			user('on'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: Going.',
			'user: go',
			'assistant: Going.',
			'user: on',
		]);
		assert.deepEqual(
			earlier.map(({ summary: text }) => text),
			['What was done.', 'What was done.'],
		);
		assert.ok(earlier.every(({ byPlugin }) => byPlugin === undefined));
	});

	it('of a plugin keeps what the user says anew, word for word like before', async () => {
		const { messages } = await session(
			...start,
			...pluginCompaction(user(handoff), user('go'), assistant('m11', 'Going.')),
			user('go'),
			assistant('m12', 'Going.'),
		);
		assert.deepEqual(messages.slice(2), ['user: go', 'assistant: Going.']);
	});

	it('of a plugin is in the log as it is if its log is in another file', async () => {
		const { messages } = await session(...pluginCompaction(user(handoff), user('go')), user('on'));
		assert.deepEqual(messages.slice(1), ['user: go', 'user: on']);
	});

	it('does not drop what a hook sends after a reply', async () => {
		const { messages } = await session(
			...start,
			...pluginCompaction(user(handoff), user('go'), assistant('m11', 'Going.')),
			user('on'),
			assistant('m12', 'Gone.'),
			user('Check it.', { rowSource: 'hook' }),
		);
		assert.deepEqual(messages.slice(2), ['user: on', 'assistant: Gone.', 'user: Check it.']);
	});

	it('does not take the words of a hook elsewhere for the user’s or drop them', async () => {
		const { messages } = await session(
			...start,
			user('Not yet.', { rowSource: 'hook', isMeta: true }),
		);
		assert.deepEqual(messages.slice(2), ['user (client): Not yet.']);
	});

	it('without a boundary is one too', async () => {
		const { earlier } = await session(...start, user('Short.', { isCompactSummary: true }));
		assert.equal(earlier[0]?.at, 2);
	});

	it('that only cleared old results leaves the log as it is', async () => {
		const { messages, earlier } = await session(
			...start,
			other('system', { subtype: 'microcompact_boundary', microcompactMetadata: {} }),
			user('on'),
		);
		assert.deepEqual(messages, ['user: go', 'assistant: Going.', 'user: on']);
		assert.deepEqual(earlier, []);
	});

	it('of a sub-agent is that conversation’s', async () => {
		const side = { isSidechain: true, agentId: 'a' };
		const [boundary, summary] = compaction('Short.');
		const transcript = await read(
			user('go'),
			user('Find it', side),
			assistant('m1', 'Found.', side),
			{ ...boundary, ...side },
			{ ...summary, ...side },
		);
		assert.deepEqual(
			transcript.conversations.map(({ earlier }) => earlier?.length ?? 0),
			[0, 1],
		);
	});
});
