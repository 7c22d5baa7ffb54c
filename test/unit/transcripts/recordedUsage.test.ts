import assert from 'node:assert/strict';
import * as claude from './formats/claudeCode/claudeLines.ts';
import * as codex from './formats/codex/codexLines.ts';
import { read } from './reading.ts';

/** What the first conversation of a file has recorded. */
async function usageIn(...records: readonly unknown[]) {
	return (await read(...records)).conversations[0]?.usage;
}

/** A reply of Claude Code's with the usage that its provider counted: 1,000 tokens more than the cached ones. */
function counted(id: string, cached: number, fields: claude.Envelope = {}): object {
	const line = claude.assistant(id, `Reply ${id}`, fields);
	const usage = {
		input_tokens: 300,
		cache_creation_input_tokens: 600,
		cache_read_input_tokens: cached,
		output_tokens: 100,
	};
	return { ...line, message: { ...line.message, usage } };
}

/** How large a context Codex was told of. */
function tokenCount(tokens: number, window: unknown = 258_400): object {
	const info = { last_token_usage: { total_tokens: tokens }, model_context_window: window };
	return codex.event('token_count', { info });
}

describe('the size of a context that a session records', () => {
	it('is of the newest reply of the main conversation in Claude Code', async () => {
		const usage = await usageIn(
			claude.user('one'),
			counted('m1', 1_000),
			claude.user('two'),
			counted('m2', 451_000),
			counted('s1', 9_000, { isSidechain: true, agentId: 'a', parentUuid: null }),
			claude.user('three'),
		);
		const first = { usedTokens: 2_000, atMessage: 2 };
		assert.deepEqual(usage, { usedTokens: 452_000, atMessage: 4, first });
	});

	it('tells of the first request only where it was recorded, and the file has the beginning', async () => {
		const firstOf = async (...records: readonly object[]) => (await usageIn(...records))?.first;
		const talk = [claude.user('one'), counted('m1', 1_000), claude.user('two')];
		const all = [...talk, counted('m2', 90_000), claude.user('three'), counted('m3', 99_000)];
		assert.deepEqual(await firstOf(...all), { usedTokens: 2_000, atMessage: 2 });
		const unrecorded = (id: string) => claude.assistant(id, `Reply ${id}`);
		const second = all.with(1, unrecorded('m1'));
		assert.deepEqual(await firstOf(...second), { usedTokens: 91_000, atMessage: 4 });
		const later = [claude.user('four'), counted('m4', 120_000)];
		assert.equal(await firstOf(...second.with(3, unrecorded('m2')), ...later), undefined);
		assert.equal(await firstOf(...all.slice(1)), undefined);
	});

	it('is no placeholder of a reply that begins', async () => {
		const line = claude.assistant('m1', 'Reply m1');
		const usage = { input_tokens: 0, output_tokens: 1 };
		const begun = { ...line, message: { ...line.message, usage } };
		assert.equal(await usageIn(claude.user('one'), begun), undefined);
	});

	it('is not of a branch that was left', async () => {
		const usage = await usageIn(
			claude.user('one', { uuid: 'a', parentUuid: null }),
			counted('m1', 1_000, { uuid: 'b', parentUuid: 'a' }),
			claude.user('two', { uuid: 'c', parentUuid: 'b' }),
			counted('m2', 90_000, { uuid: 'd', parentUuid: 'c' }),
			claude.user('other', { uuid: 'e', parentUuid: 'b' }),
		);
		assert.deepEqual(usage, { usedTokens: 2_000, atMessage: 2 });
	});

	it('is none that was counted before a compaction', async () => {
		const before = [claude.user('one'), counted('m1', 160_000), ...claude.compaction('Summary.')];
		assert.equal(await usageIn(...before, claude.user('two')), undefined);
		assert.deepEqual(await usageIn(...before, claude.user('two'), counted('m2', 20_000)), {
			usedTokens: 21_000,
			atMessage: 4,
			first: { usedTokens: 161_000, atMessage: 2 },
		});
	});

	it('comes with the window in Codex, and stands for what was last', async () => {
		const talk = [...codex.typed('one'), codex.says('assistant', '1'), tokenCount(195_781)];
		const usage = { usedTokens: 195_781, windowTokens: 258_400, atMessage: 2 };
		assert.deepEqual(await usageIn(...talk), usage);
		assert.deepEqual(await usageIn(...talk, ...codex.typed('two')), usage);
		const compacted = [...talk, codex.compacted('All about one.')];
		assert.equal(await usageIn(...compacted), undefined);
		assert.deepEqual(await usageIn(...compacted, tokenCount(12_000)), {
			...usage,
			usedTokens: 12_000,
		});
		const back = codex.event('thread_rolled_back', { num_turns: 1 });
		assert.equal(await usageIn(...codex.typed('zero'), ...talk, back), undefined);
	});

	it('is no placeholder and no nonsense', async () => {
		const talk = [...codex.typed('one'), codex.says('assistant', '1')];
		assert.equal(await usageIn(...talk, tokenCount(0, 0)), undefined);
		assert.equal(await usageIn(...talk, tokenCount(-5)), undefined);
		assert.equal(await usageIn(...talk, tokenCount(1e300)), undefined);
		assert.deepEqual(await usageIn(...talk, tokenCount(700, 1)), {
			usedTokens: 700,
			atMessage: 2,
		});
	});

	it('is read in Gemini, Qwen Code, Pi, Copilot and Cline', async () => {
		const qwen = { sessionId: 's', uuid: 'b', parentUuid: 'a', type: 'assistant' };
		const model = { role: 'model', parts: [{ text: 'Hello' }] };
		const person = { role: 'user', parts: [{ text: 'Hi' }] };
		const copilot = (type: string, data: object) => ({
			type,
			data,
			id: type,
			timestamp: '2026-01-01T00:00:00Z',
			parentId: null,
		});
		const used = { usedTokens: 5_000, atMessage: 2 };
		const usages = {
			gemini: await usageIn({
				sessionId: 's',
				projectHash: 'p',
				startTime: '2026-01-01T00:00:00Z',
				messages: [
					{ id: '1', type: 'user', content: 'Hi' },
					{ id: '2', type: 'gemini', content: 'Hello', tokens: { input: 4_000, total: 5_000 } },
				],
			}),
			qwen: await usageIn(
				{ ...qwen, uuid: 'a', parentUuid: null, type: 'user', message: person },
				{ ...qwen, message: model },
				{
					...qwen,
					message: { ...model, parts: [] },
					usageMetadata: { promptTokenCount: 4_900, candidatesTokenCount: 100 },
				},
			),
			pi: await usageIn(
				{ type: 'session', id: 's', version: 3, cwd: '/work' },
				{ type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'Hi' } },
				{
					type: 'message',
					id: 'b',
					parentId: 'a',
					message: {
						role: 'assistant',
						content: [{ type: 'text', text: 'Hello' }],
						usage: { totalTokens: 5_000 },
					},
				},
			),
			copilot: await usageIn(
				copilot('session.start', { sessionId: 's', version: 1 }),
				copilot('user.message', { content: 'Hi' }),
				copilot('session.usage_record', { usage: { inputTokens: 4_950, outputTokens: 50 } }),
				copilot('assistant.message', { messageId: 'm', content: 'Hello' }),
			),
			cline: await usageIn([
				{ role: 'user', content: [{ type: 'text', text: '<task>\nHi\n</task>' }] },
				{
					role: 'assistant',
					content: [{ type: 'text', text: 'Hello' }],
					metrics: { inputTokens: 4_000, outputTokens: 1_000, cacheReadTokens: 3_000 },
				},
			]),
		};
		assert.deepEqual(
			usages,
			Object.fromEntries(Object.keys(usages).map((assistant) => [assistant, used])),
		);
	});
});
