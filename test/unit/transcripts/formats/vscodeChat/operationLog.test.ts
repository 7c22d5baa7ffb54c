import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { OperationLog } from '../../../../../src/transcripts/formats/vscodeChat/vscodeChat.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, read, sketch } from '../../reading.ts';
import { request, round, session } from './chatRequests.ts';

function stateAfter(...operations: readonly unknown[]): unknown {
	const log = new OperationLog();
	for (const operation of operations) {
		assert.equal(log.apply(operation), true);
	}
	return log.state;
}

function assertRefused(...operations: readonly unknown[]): void {
	const v = { list: [1, 2], a: { b: 1 } };
	const log = new OperationLog();
	log.apply({ kind: 0, v: structuredClone(v) });
	for (const operation of operations) {
		assert.equal(log.apply(operation), false, JSON.stringify(operation));
		assert.deepEqual(log.state, v);
	}
}

describe('VS Code’s log of operations', () => {
	it('sets and deletes', () => {
		const first = { kind: 0, v: { list: [{ a: 1 }], b: 1 } };
		const state = stateAfter(
			first,
			{ kind: 1, k: ['list', 0, 'a'], v: 2 },
			{ kind: 1, k: ['c'], v: { d: null } },
			{ kind: 3, k: ['b'] },
		);
		assert.deepEqual(state, { list: [{ a: 2 }], b: undefined, c: { d: null } });
	});

	it('takes keys that every object seems to have for members like others', () => {
		const state = stateAfter(
			{ kind: 0, v: { a: {} } },
			{ kind: 1, k: ['__proto__'], v: { polluted: 1 } },
			{ kind: 1, k: ['a', 'constructor'], v: { prototype: {} } },
			{ kind: 1, k: ['a', 'constructor', 'prototype', 'polluted'], v: 1 },
			{ kind: 1, k: ['__proto__', 'polluted'], v: 2 },
		);
		assert.ok(typeof state === 'object' && state !== null);
		assert.deepEqual(Object.keys(state), ['a', '__proto__']);
		assertRefused({ kind: 1, k: ['a', '__proto__', 'polluted'], v: 1 });
		assert.ok(!('polluted' in {}));
	});

	it('refuses places that do not exist', () => {
		assertRefused(
			{ kind: 1, k: [], v: 1 },
			{ kind: 1, k: ['x', 'y'], v: 1 },
			{ kind: 1, k: ['a', 'b', 'c'], v: 1 },
			{ kind: 1, k: ['list', 4_000_000_000], v: 1 },
			{ kind: 1, k: ['list', -1], v: 1 },
			{ kind: 1, k: ['list', 'length'], v: 4_000_000_000 },
			{ kind: 1, k: ['list', 'push'], v: 1 },
			{ kind: 2, k: ['a'], v: [1] },
			{ kind: 2, k: ['list'], v: [1], i: 9 },
		);
	});
});

describe('VS Code chat: logs', () => {
	const first = { kind: 0, v: session([]) };

	it('are read as the session they describe', async () => {
		const transcript = await read(
			first,
			{ kind: 2, k: ['requests'], v: [request('one')] },
			{ kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'O' }] },
			{ kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'One.' }], i: 0 },
			{ kind: 2, k: ['requests'], v: [request('two')] },
			{
				kind: 1,
				k: ['requests', 1, 'result'],
				v: { metadata: { toolCallRounds: [round('r', 'Two.')] } },
			},
			{ kind: 1, k: ['customTitle'], v: 'T' },
		);
		assert.equal(transcript.format, 'vscode-chat');
		assert.deepEqual(transcript.problems, []);
		const { title, messages } = only(transcript);
		assert.equal(title, 'T');
		assert.deepEqual(
			messages.map((message) => sketch(message)),
			['user: one', 'assistant: One.', 'user: two', 'assistant: Two.'],
		);
	});

	it('have the times of the requests', async () => {
		const asked = request('one', undefined, { timestamp: Date.UTC(2031, 2, 4) });
		const [message] = only(await read({ kind: 0, v: session([asked]) })).messages;
		assert.equal(message?.role === 'user' && message.time, '2031-03-04T00:00:00.000Z');
	});

	it('report operations that cannot be done by their lines, and end where they were interrupted', async () => {
		const text =
			jsonl(
				first,
				{ kind: 1, k: ['requests', 7, 'vote'], v: 1 },
				{ kind: 9 },
				{ kind: 2, k: ['requests'], v: [request('one')] },
			) + '{"kind":2,"k":["requests"],"v":[{"mess';
		const transcript = await openTranscript(memorySource(text));
		assert.equal(only(transcript).messages.length, 1);
		assert.deepEqual(
			transcript.problems.map(({ line }) => line),
			[2, 3, 5],
		);
	});

	it('are recognised when the whole state is longer than what is looked at, or damaged', async () => {
		const long = { kind: 0, v: session([request('x'.repeat(100_000))]) };
		assert.equal((await read(long)).format, 'vscode-chat');
		const set = jsonl({ kind: 1, k: ['customTitle'], v: 'T' });
		await assert.rejects(openTranscript(memorySource(`{"kind":0,"v":\n${set}`)), {
			code: 'unreadable',
			message: /VS Code chat, .*\bLine 1:/,
		});
	});
});
