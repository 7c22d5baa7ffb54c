import assert from 'node:assert/strict';
import type { FromWorker, ToWorker } from '../../../src/protocol/worker.ts';
import { serve, type WorkerService } from '../../../src/worker/serve.ts';

const notUsed = () => Promise.reject(new Error('not used'));

const idle: WorkerService = {
	open: notUsed,
	view: notUsed,
	compact: notUsed,
	handoff: notUsed,
	close: notUsed,
};

/** Serves a service over a port that is a list. */
function start(service: Partial<WorkerService>) {
	const sent: FromWorker[] = [];
	let receive: (message: ToWorker) => void = () => undefined;
	serve(
		{
			postMessage: (message) => sent.push(message),
			on(_event, listener) {
				receive = listener;
			},
		},
		{ ...idle, ...service },
	);
	const settled = async (): Promise<readonly FromWorker[]> => {
		await new Promise((resolve) => setImmediate(resolve));
		return sent;
	};
	return { request: (message: ToWorker) => receive(message), settled };
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
				progress('reading');
				return Promise.resolve(undefined);
			},
		});
		request(handoff);
		assert.deepEqual(await settled(), [
			{ type: 'progress', id: 7, phase: 'reading' },
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
});
