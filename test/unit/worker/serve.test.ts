import assert from 'node:assert/strict';
import { ModelError } from '../../../src/models/modelError.ts';
import type { ChannelMessage } from '../../../src/protocol/channel.ts';
import type { Host } from '../../../src/worker/host.ts';
import type { WorkerMethods } from '../../../src/worker/methods.ts';
import { serve } from '../../../src/worker/serve.ts';
import { settled } from '../../support/scriptedClients.ts';
import { workerSettings } from '../../support/workerRig.ts';

/** Serves over a port that is a list. */
function start(shutDown: () => Promise<void> = () => Promise.resolve()) {
	const sent: ChannelMessage[] = [];
	const heard: unknown[] = [];
	const port = { closed: false };
	let receive: (message: ChannelMessage) => void = () => undefined;
	let host: Host | undefined;
	serve(
		{
			postMessage: (message) => sent.push(message),
			on(_event, listener) {
				receive = listener;
			},
			close() {
				port.closed = true;
			},
		},
		(created) => {
			host = created;
			return {
				methods: () =>
					Promise.resolve({
						handoff(parameters) {
							heard.push(parameters);
							return Promise.resolve('the handoff');
						},
					} as Partial<WorkerMethods> as WorkerMethods),
				configure: (settings) => void heard.push(settings),
				show: (conversation) => void heard.push(conversation),
				shutDown,
			};
		},
	);
	assert.ok(host !== undefined);
	return { port, sent, heard, host, receive: (message: ChannelMessage) => receive(message) };
}

describe('the worker', () => {
	it('hears of settings and of what is on screen, and answers calls', async () => {
		const { sent, heard, receive } = start();
		receive({
			type: 'notification',
			notification: { type: 'settings', settings: workerSettings } as never,
		});
		receive({
			type: 'notification',
			notification: { type: 'shown', conversation: 'a', isFollowed: false } as never,
		});
		receive({ type: 'call', id: 7, method: 'handoff', parameters: { id: 'a' } });
		await settled();
		assert.deepEqual(heard, [workerSettings, 'a', { id: 'a' }]);
		assert.deepEqual(sent, [{ type: 'result', id: 7, result: 'the handoff' }]);
	});

	it('closes its port when everything has ended, and not before', async () => {
		const ended = Promise.withResolvers<void>();
		const { receive, port } = start(() => ended.promise);
		receive({ type: 'notification', notification: { type: 'shut-down' } });
		await settled();
		assert.equal(port.closed, false);
		ended.resolve();
		await settled();
		assert.equal(port.closed, true);
	});

	it('asks the host, whose failures are those of models', async () => {
		const { sent, receive, host } = start();
		const answer = host.call('models', {
			conversation: 'a',
			trigger: 'manual',
			tokens: { input: 9_000, output: 1_000 },
			spentToday: 0,
		});
		assert.deepEqual(
			sent.map(({ type }) => type),
			['call'],
		);
		receive({ type: 'failure', id: 1, failure: { code: 'internal', message: 'oops' } });
		await assert.rejects(answer, (error: unknown) => error instanceof ModelError);
	});
});
