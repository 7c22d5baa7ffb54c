import assert from 'node:assert/strict';
import type { FromWorker, ToWorker } from '../../../src/protocol/worker.ts';
import { serve, type WorkerService } from '../../../src/worker/serve.ts';

const notUsed = () => Promise.reject(new Error('not used'));

const idle: WorkerService = {
	open: notUsed,
	view: notUsed,
	compact: notUsed,
	rewrite: notUsed,
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

	const target = { id: 'acme/small', window: 8_000, route: 'acme' };
	const prompt = { messages: [{ role: 'user', text: 'Hello' }], maxOutputTokens: 9 } as const;

	/** A worker whose handoff is what a model answers. */
	function startCaller() {
		return start({
			handoff: async (_parameters, { models, signal }) =>
				String((await models.call(target, prompt, signal)).content),
		});
	}

	it('has the host call a model, and goes on with the answer', async () => {
		const { request, settled } = startCaller();
		request(handoff);
		assert.deepEqual(await settled(), [{ type: 'call', id: 7, call: 1, target, request: prompt }]);
		const outcome = { kind: 'answered', answer: { content: 'Hi' } } as const;
		request({ type: 'call-ended', call: 1, outcome });
		assert.deepEqual((await settled()).at(-1), { type: 'result', id: 7, result: 'Hi' });
	});

	it('gets the failure of a model as the host had it', async () => {
		const { request, settled } = startCaller();
		request(handoff);
		const failure = { kind: 'rate-limited', message: 'Too many requests.' } as const;
		request({ type: 'call-ended', call: 1, outcome: { kind: 'failed', failure } });
		const answer = (await settled()).at(-1);
		assert.ok(answer?.type === 'failure');
		assert.equal(answer.failure.message, 'Too many requests.');
	});

	it('has the host end the call when the request is cancelled', async () => {
		const { request, settled } = startCaller();
		request(handoff);
		request({ type: 'cancel', id: 7 });
		assert.deepEqual((await settled()).at(-1), { type: 'cancel-call', call: 1 });
		request({ type: 'call-ended', call: 1, outcome: { kind: 'interrupted', by: 'job' } });
		const answer = (await settled()).at(-1);
		assert.ok(answer?.type === 'failure');
		assert.equal(answer.failure.code, 'cancelled');
	});

	it('keeps the calls of several requests apart', async () => {
		const { request, settled } = startCaller();
		request(handoff);
		request({ ...handoff, id: 8 });
		request({
			type: 'call-ended',
			call: 2,
			outcome: { kind: 'answered', answer: { content: 'two' } },
		});
		request({
			type: 'call-ended',
			call: 1,
			outcome: { kind: 'answered', answer: { content: 'one' } },
		});
		const results = (await settled()).filter(({ type }) => type === 'result');
		assert.deepEqual(results, [
			{ type: 'result', id: 8, result: 'two' },
			{ type: 'result', id: 7, result: 'one' },
		]);
	});
});
