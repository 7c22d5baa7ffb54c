import assert from 'node:assert/strict';
import { ClientPool } from '../../../src/models/clientPool.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { taskCalls } from '../../../src/models/taskCalls.ts';
import { taskPolicies } from '../../../src/models/tasks.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import { routeTo, ScriptedClient, settled } from '../../support/scriptedClients.ts';

const target = { id: 'acme/small', window: 8_000, route: 'acme' };
const request = { messages: [], maxOutputTokens: 1 };

function callsWith(routeOf: () => Promise<ReturnType<typeof routeTo>>) {
	const timers = new FakeTimers();
	const client = new ScriptedClient();
	const pool = new ClientPool(() => Promise.resolve(client));
	const calls = taskCalls({ pool, timers, routeOf }, taskPolicies.compaction, {});
	return { timers, client, calls };
}

describe('the calls of a task', () => {
	it('look up key and address for each call', async () => {
		const { calls, client, timers } = callsWith(() => Promise.resolve(routeTo()));
		const answer = calls.call(target, request, new AbortController().signal);
		while (client.calls.length === 0) {
			await settled();
		}
		client.calls[0]?.end('Hi');
		assert.equal((await answer).content, 'Hi');
		assert.equal(timers.pending, 0);
	});

	it('end at once when they are cancelled while a key is looked up', async () => {
		const { calls, timers } = callsWith(() => new Promise(() => undefined));
		const job = new AbortController();
		const answer = calls.call(target, request, job.signal);
		job.abort(new Error('cancelled'));
		await assert.rejects(answer, /cancelled/);
		assert.equal(timers.pending, 0);
	});

	it('time out when a key cannot be looked up', async () => {
		const { calls, timers } = callsWith(() => new Promise(() => undefined));
		const answer = calls.call(target, request, new AbortController().signal);
		timers.pass(taskPolicies.compaction.timeouts.firstByte);
		await assert.rejects(
			answer,
			(error: unknown) => error instanceof ModelError && error.failure.kind === 'timeout',
		);
	});
});
