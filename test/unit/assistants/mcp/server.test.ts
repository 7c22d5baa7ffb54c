import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
	assistant,
	call as toolCall,
	numberedLines,
	prose,
	result,
	user,
} from '../../../support/logs.ts';
import { claudeTurns } from '../../../support/claudeSession.ts';
import type { FoundMessages } from '../../../../src/conversations/recall/searching.ts';
import * as claudeLines from '../../transcripts/formats/claudeCode/claudeLines.ts';
import { claudeCodeSession } from '../../transcripts/discovery/machine.ts';
import { call, codeOf, McpRig, textOf } from './mcpRig.ts';

describe('the MCP server', () => {
	let rig: McpRig;
	let shop: string;
	beforeEach(async () => {
		rig = await McpRig.make();
		shop = rig.machine.path('shop');
		await rig.machine.write('shop/package.json');
	});
	afterEach(() => rig.remove());

	/** A session of Claude Code in the shop. */
	async function session(name: string, words: string, seconds: number): Promise<string> {
		const file = `.claude/projects/shop/${name}.jsonl`;
		const path = await rig.machine.write(file, claudeCodeSession(words, shop));
		await utimes(path, seconds, seconds);
		return path;
	}

	const rows = async (client: Client, input = {}) =>
		(await call(client, 'list_conversations', input)).structuredContent as {
			readonly conversations: readonly {
				readonly conversation: string;
				readonly title: string;
				readonly assistant: string;
				readonly calling: boolean;
				readonly kept: boolean;
				readonly compacted: boolean;
			}[];
			readonly next?: number;
		};

	it('offers four tools, all of them for reading alone', async () => {
		const { tools } = await (await rig.client('shop')).listTools();
		assert.deepEqual(
			tools.map(({ name }) => name),
			['search_conversation', 'read_messages', 'list_conversations', 'compact_session'],
		);
		assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
	});

	it('searches the newest session of the folder', async () => {
		await session('old', 'The walrus is blue', 1_000);
		await session('new', 'The walrus is green', 2_000);
		const found = await call(await rig.client('shop'), 'search_conversation', { query: 'walrus' });
		assert.match(textOf(found), /green/);
		const { conversation, hits } = found.structuredContent ?? {};
		assert.equal(conversation, 'claude-code:new');
		assert.deepEqual(hits, [
			{ number: 1, heading: '#1 the person', passages: ['The walrus is green'] },
		]);
	});

	it('leaves out what the calling session has kept since its own compaction, and says so', async () => {
		const cwd = shop;
		const lines = [
			claudeLines.user('The walrus is blue', { cwd }),
			claudeLines.assistant('m1', `${prose(4_000, 1)} A walrus dives.`, { cwd }),
			...claudeLines.compaction('They spoke of animals.', {}, { cwd }),
			claudeLines.user('And this walrus?', { cwd }),
			claudeLines.assistant('m2', 'It is green.', { cwd }),
		];
		await rig.machine.write(
			'.claude/projects/shop/new.jsonl',
			lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
		);
		const client = await rig.client('shop');
		const ask = async (input: object) => {
			const wish = { query: 'walrus', ...input };
			const { structuredContent } = await call(client, 'search_conversation', wish);
			const { hits, inContext } = structuredContent as Partial<FoundMessages>;
			return { numbers: hits?.map(({ number }) => number).toSorted(), inContext };
		};
		assert.deepEqual(await ask({}), { numbers: [1, 2], inContext: [3] });
		const other = await ask({ conversation: 'claude-code:new' });
		assert.deepEqual(other, { numbers: [1, 2, 3], inContext: undefined });
	});

	it('passes over a newer session that is damaged, empty or nothing but a title', async () => {
		await session('told', 'The walrus is blue', 1_000);
		const title = { type: 'custom-title', customTitle: 'Walrus', sessionId: 's', cwd: shop };
		const context = claudeLines.user('<environment_context>', { cwd: shop, isMeta: true });
		for (const [name, text] of [
			['begun', [title, context].map((line) => `${JSON.stringify(line)}\n`).join('')],
			['damaged', `{"type":"user","cwd":${JSON.stringify(shop)},"mess`],
			['titled', `${JSON.stringify(title)}\n`],
		] as const) {
			const file = await rig.machine.write(`.claude/projects/shop/${name}.jsonl`, text);
			await utimes(file, 2_000, 2_000);
		}
		const client = await rig.client('shop');
		const found = await call(client, 'search_conversation', { query: 'walrus' });
		assert.equal(found.structuredContent?.['conversation'], 'claude-code:told');
		const { conversations } = await rows(client);
		assert.deepEqual(
			conversations.filter(({ calling }) => calling).map(({ conversation }) => conversation),
			['claude-code:told'],
		);
	});

	it('takes the newest session also where it begins with a long text that is not of the person', async () => {
		await session('old', 'The walrus is blue', 1_000);
		const long = claudeLines.user('x'.repeat(200_000), { cwd: shop, isMeta: true });
		const file = await rig.machine.write(
			'.claude/projects/shop/long.jsonl',
			`${JSON.stringify(long)}\n${JSON.stringify(claudeLines.user('The walrus is green', { cwd: shop }))}\n`,
		);
		await utimes(file, 2_000, 2_000);
		const client = await rig.client('shop');
		const found = await call(client, 'search_conversation', { query: 'walrus' });
		assert.equal(found.structuredContent?.['conversation'], 'claude-code:long');
	});

	it('lists a session once that was copied into another folder', async () => {
		await session('one', 'The walrus is blue', 1_000);
		const copy = await rig.machine.write(
			'.claude/projects/copied/one.jsonl',
			`${JSON.stringify(claudeLines.user('The walrus is green', { cwd: shop }))}\n`,
		);
		await utimes(copy, 2_000, 2_000);
		const client = await rig.client('shop');
		const { conversations } = await rows(client);
		assert.deepEqual(
			conversations.map(({ conversation, title }) => [conversation, title]),
			[['claude-code:one', 'The walrus is green']],
		);
	});

	it('takes the newest session of the assistant that calls', async () => {
		await session('a', 'The walrus is blue', 1_000);
		const codex = await rig.machine.write(
			'.codex/sessions/2026/05/01/rollout-2026-05-01T10-00-00-5f0c.jsonl',
			[
				{ type: 'session_meta', payload: { id: '5f0c', cwd: shop } },
				{
					type: 'response_item',
					payload: {
						type: 'message',
						role: 'user',
						content: [{ type: 'input_text', text: 'The walrus is red' }],
					},
				},
			]
				.map((line) => `${JSON.stringify({ timestamp: '2026-05-01T10:00:00Z', ...line })}\n`)
				.join(''),
		);
		await utimes(codex, 2_000, 2_000);
		const asked = async (name: string) =>
			(await call(await rig.client('shop', { name }), 'search_conversation', { query: 'walrus' }))
				.structuredContent?.['conversation'];
		assert.equal(await asked('claude-code'), 'claude-code:a');
		assert.equal(await asked('codex-mcp-client'), 'codex:5f0c');
		assert.equal(await asked('some other client'), 'codex:5f0c');
	});

	it('searches the session that is said, by the server or in the call', async () => {
		await session('old', 'The walrus is blue', 1_000);
		await session('new', 'The walrus is green', 2_000);
		const query = 'walrus';
		const started = await rig.client('shop', { options: { session: 'old' } });
		assert.match(textOf(await call(started, 'search_conversation', { query })), /blue/);
		const client = await rig.client('shop');
		const conversation = 'claude-code:old';
		assert.match(
			textOf(await call(client, 'search_conversation', { query, conversation })),
			/blue/,
		);
	});

	it('answers from the folder of a plugin for the folders that the client names', async () => {
		await session('a', 'The walrus is blue', 1_000);
		const roots = ['shop'];
		const client = await rig.client('plugin', { roots });
		assert.match(textOf(await call(client, 'search_conversation', { query: 'walrus' })), /blue/);
		roots[0] = 'elsewhere';
		await client.sendRootsListChanged();
		const gone = await call(client, 'search_conversation', { query: 'walrus' });
		assert.equal(codeOf(gone), 'no-session');
	});

	it('answers for the folders of a client that are on this machine, and asks again where it failed', async () => {
		await session('a', 'The walrus is blue', 1_000);
		const roots: (string | URL | Error)[] = [new Error('not yet')];
		const client = await rig.client('plugin', { roots });
		await assert.rejects(call(client, 'search_conversation', { query: 'walrus' }));
		roots.splice(0, 1, new URL('file://elsewhere/shop%2F'), 'shop');
		assert.match(textOf(await call(client, 'search_conversation', { query: 'walrus' })), /blue/);
	});

	it('answers from the folder of a plugin for the session in which it was started', async () => {
		for (const [id, words] of [
			['s1', 'The walrus is blue'],
			['s2', 'The walrus is green'],
		] as const) {
			const lines = [
				{ type: 'session.start', data: { sessionId: id, version: 1, context: { cwd: shop } } },
				{ type: 'user.message', data: { content: words } },
			];
			await rig.machine.write(
				`.copilot/session-state/${id}/events.jsonl`,
				lines.map((line) => JSON.stringify(line)).join('\n'),
			);
		}
		const variables = { COPILOT_AGENT_SESSION_ID: 's1' };
		const client = await rig.client('plugin', { variables, name: 'copilot-cli' });
		const found = textOf(await call(client, 'search_conversation', { query: 'walrus' }));
		assert.match(found, /blue/);
		assert.doesNotMatch(found, /green/);
	});

	it('sees what a session has gained since it was read', async () => {
		const path = await session('a', 'The walrus is blue', 1_000);
		const client = await rig.client('shop');
		await call(client, 'search_conversation', { query: 'walrus' });
		await rig.machine.write(
			'.claude/projects/shop/a.jsonl',
			`${claudeCodeSession('The walrus is blue', shop)}${claudeTurns(1).replaceAll('Request 0', 'A zebra')}`,
		);
		await utimes(path, 2_000, 2_000);
		assert.match(textOf(await call(client, 'search_conversation', { query: 'zebra' })), /zebra/i);
	});

	it('reads a message by number, a range, words in it, and an outline', async () => {
		await rig.machine.write(
			'.claude/projects/shop/a.jsonl',
			claudeTurns(3).replaceAll('"sessionId"', `"cwd":${JSON.stringify(shop)},"sessionId"`),
		);
		const client = await rig.client('shop');
		const read = async (input: Record<string, unknown>) =>
			(await call(client, 'read_messages', input)).structuredContent;
		assert.deepEqual(
			[(await read({ number: 5 }))?.['from'], (await read({ number: '#5' }))?.['to']],
			[5, 8],
		);
		assert.deepEqual((await read({ number: '4-5' }))?.['to'], 5);
		assert.match(
			String((await read({ number: '1-12', find: 'Request 2' }))?.['text']),
			/Request 2/,
		);
		assert.match(String((await read({}))?.['text']), /#1–#4/);
		assert.equal(codeOf(await call(client, 'read_messages', { number: 99 })), 'not-there');
	});

	it('lists sessions and what Precis keeps, in pages, and says which one calls', async () => {
		for (let number = 1; number <= 21; number += 1) {
			await session(`s${number}`, `Request ${number}`, 1_000 + number);
		}
		const id = rig.keep(`file://${shop}`, [user('Hi')], 'About cats');
		const client = await rig.client('shop');
		const { conversations, next } = await rows(client);
		assert.deepEqual(
			conversations
				.slice(0, 2)
				.map(({ conversation, title, assistant: by, calling, kept }) => [
					conversation,
					title,
					by,
					calling,
					kept,
				]),
			[
				[id, 'About cats', 'test', false, true],
				['claude-code:s21', 'Request 21', 'Claude Code', true, false],
			],
		);
		assert.equal(conversations.length, 20);
		const more = await rows(client, { from: next });
		assert.deepEqual([more.conversations.length, more.next], [2, undefined]);
	});

	it('answers from what Precis keeps while an editor has the store open and writes', async () => {
		const conversation = rig.keep(`file://${shop}`, [user('The walrus')]);
		const store = rig.openStore();
		try {
			for (const word of ['zebra', 'yak']) {
				const client = await rig.client('shop');
				store.append(conversation, [{ message: assistant(`A ${word}`), tokens: 1, counter: 'c' }]);
				const found = await call(client, 'search_conversation', { query: word, conversation });
				assert.match(textOf(found), new RegExp(`A ${word}`));
			}
			assert.equal(store.append(conversation, []).length, 0);
		} finally {
			store.close();
		}
	});

	it('answers without a store, and makes none', async () => {
		await session('a', 'Hi', 1_000);
		const client = await rig.client('shop');
		assert.equal((await rows(client)).conversations.length, 1);
		await assert.rejects(utimes(rig.storage, 1, 1), { code: 'ENOENT' });
	});

	it('says which code keeps it from answering', async () => {
		const client = await rig.client('shop');
		const codes = await Promise.all([
			call(client, 'search_conversation', { query: 'walrus' }),
			call(client, 'search_conversation', { query: 'walrus', conversation: 'none' }),
			call(client, 'search_conversation', {}),
			call(client, 'read_messages', { query: 'walrus' }),
			call(client, 'list_conversations', { from: -1 }),
		]);
		assert.deepEqual(codes.map(codeOf), [
			'no-session',
			'unknown-conversation',
			'bad-arguments',
			'bad-arguments',
			'bad-arguments',
		]);
		await assert.rejects(client.callTool({ name: 'nothing' }), { code: -32602 });
	});

	it('stops when the client cancels', async () => {
		await session('a', 'Hi', 1_000);
		const client = await rig.client('shop');
		const cancelled = new AbortController();
		const asked = client.callTool({ name: 'list_conversations' }, undefined, {
			signal: cancelled.signal,
		});
		cancelled.abort(new Error('enough'));
		await assert.rejects(asked);
		assert.equal((await rows(client)).conversations.length, 1);
	});

	it('gives a handoff of a session or of what is kept, without a secret of the focus, and keeps nothing', async () => {
		const turns = Array.from({ length: 40 }, (_, turn) => [
			user(`Request ${turn}: mend the parser`),
			assistant('', toolCall(`c${turn}`, 'Bash', { command: `npm test ${turn}` })),
			result(`c${turn}`, numberedLines(60, `output of ${turn}`)),
			assistant(`Done with ${turn}.`),
		]).flat();
		const id = rig.keep(`file://${shop}`, turns);
		const lines = claudeTurns(60, 0, 2_000).replaceAll(
			'"sessionId"',
			`"cwd":${JSON.stringify(shop)},"sessionId"`,
		);
		await rig.machine.write('.claude/projects/shop/a.jsonl', lines);
		const client = await rig.client('shop');
		const focus = 'parser ghp_0123456789abcdefghijABCDEFGHIJ012345';
		for (const [conversation, latest] of [
			[id, /Done with 39/],
			['claude-code:a', /Request 59/],
		] as const) {
			const compacted = await call(client, 'compact_session', { conversation, focus });
			assert.equal(codeOf(compacted), undefined);
			const { handoff, tokensBefore, tokensAfter } = compacted.structuredContent ?? {};
			assert.ok(Number(tokensAfter) < Number(tokensBefore));
			assert.match(String(handoff), /^\[Handoff/);
			assert.ok(!String(handoff).includes('ghp_0123'));
			assert.match(String(handoff), latest);
		}
		assert.deepEqual(
			rig.withStore((store) => [store.list().length, store.records(id).length]),
			[1, 0],
		);
	});

	it('says why nothing was compacted', async () => {
		await session('a', 'Hi', 1_000);
		assert.equal(codeOf(await call(await rig.client('shop'), 'compact_session')), 'not-compacted');
	});
});
