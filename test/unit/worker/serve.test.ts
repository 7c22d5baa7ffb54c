import assert from 'node:assert/strict';
import { StoreError } from '../../../src/conversations/store/storeError.ts';
import type { FromWorker, ToWorker } from '../../../src/protocol/worker.ts';
import { HostQuestions } from '../../../src/worker/hostQuestions.ts';
import { serve, type WorkerMethods, type WorkerService } from '../../../src/worker/serve.ts';
import { workerSettings } from '../../support/workerRig.ts';
import { settled } from '../../support/scriptedClients.ts';

/** Serves methods over a port that is a list. */
function start(methods: Partial<WorkerMethods>, service: Partial<WorkerService> = {}) {
	const sent: FromWorker[] = [];
	const port = { closed: false };
	let receive: (message: ToWorker) => void = () => undefined;
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
		{
			methods: methods as WorkerMethods,
			configure: () => undefined,
			shutDown: () => Promise.resolve(),
			...service,
		},
		new HostQuestions((message) => sent.push(message)),
	);
	return {
		port,
		request: (message: ToWorker): void => receive(message),
		settled: async (): Promise<readonly FromWorker[]> => {
			await settled();
			return sent;
		},
	};
}

const handoff: ToWorker = { type: 'request', id: 7, method: 'handoff', parameters: { id: 'a' } };

describe('the worker', () => {
	it('answers with the result of the method', async () => {
		const { request, settled } = start({ handoff: ({ id }) => Promise.resolve(`of ${id}`) });
		request(handoff);
		assert.deepEqual(await settled(), [{ type: 'result', id: 7, result: 'of a' }]);
	});

	it('sends progress before the answer', async () => {
		const { request, settled } = start({
			handoff(_parameters, { progress }) {
				progress({ phase: 'reading' });
				return Promise.resolve(undefined);
			},
		});
		request(handoff);
		assert.deepEqual(await settled(), [
			{ type: 'progress', id: 7, progress: { phase: 'reading' } },
			{ type: 'result', id: 7, result: undefined },
		]);
	});

	it('answers with the code and message of a failure', async () => {
		const error = Object.assign(new Error('a.jsonl is empty.'), { code: 'empty' });
		const { request, settled } = start({ handoff: () => Promise.reject(error) });
		request(handoff);
		const [answer] = await settled();
		assert.ok(answer?.type === 'failure');
		assert.deepEqual([answer.failure.code, answer.failure.message], ['empty', error.message]);
		assert.equal(answer.failure.stack, error.stack);
	});

	it('answers a failure of the store as such', async () => {
		for (const [kind, code] of [
			['disk-full', 'store'],
			['locked', 'store'],
			['not-found', 'unknown-conversation'],
		] as const) {
			const { request, settled } = start({ handoff: () => Promise.reject(new StoreError(kind)) });
			request(handoff);
			const [answer] = await settled();
			assert.ok(answer?.type === 'failure');
			assert.equal(answer.failure.code, code);
		}
	});

	it('answers a failure without a code as internal', async () => {
		const { request, settled } = start({ handoff: () => Promise.reject(new TypeError('oops')) });
		request(handoff);
		const [answer] = await settled();
		assert.ok(answer?.type === 'failure');
		assert.equal(answer.failure.code, 'internal');
	});

	it('aborts the method when it is cancelled, and says so', async () => {
		const { request, settled } = start({
			handoff: (_parameters, { signal }) =>
				new Promise((_resolve, reject) => {
					signal.addEventListener('abort', () => reject(new Error('stopped')));
				}),
		});
		request(handoff);
		request({ type: 'cancel', id: 7 });
		const [answer] = await settled();
		assert.ok(answer?.type === 'failure');
		assert.equal(answer.failure.code, 'cancelled');
	});

	it('ignores a cancellation of what is not running', async () => {
		const { request, settled } = start({});
		request({ type: 'cancel', id: 99 });
		assert.deepEqual(await settled(), []);
	});

	it('hears of settings in the order of everything else', async () => {
		const heard: unknown[] = [];
		const { request, settled } = start(
			{
				handoff: () => {
					heard.push('request');
					return Promise.resolve(undefined);
				},
			},
			{ configure: (settings) => heard.push(settings) },
		);
		const changed = { ...workerSettings, automatic: false };
		request({ type: 'settings', settings: workerSettings });
		request(handoff);
		request({ type: 'settings', settings: changed });
		await settled();
		assert.deepEqual(heard, [workerSettings, 'request', changed]);
	});

	it('closes its port when everything has ended, and not before', async () => {
		const ended = Promise.withResolvers<void>();
		const { request, settled, port } = start({}, { shutDown: () => ended.promise });
		request({ type: 'shut-down' });
		await settled();
		assert.equal(port.closed, false);
		ended.resolve();
		await settled();
		assert.equal(port.closed, true);
	});
});
