import assert from 'node:assert/strict';
import type { Phase } from '../../../src/protocol/progress.ts';
import type { FromWorker, ToWorker } from '../../../src/protocol/worker.ts';
import { Interrupted } from '../../../src/models/interrupts.ts';
import type { ModelCalls } from '../../../src/models/modelCalls.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { WorkerClient, type WorkerPort } from '../../../src/vscode/workerClient.ts';
import { WorkerError } from '../../../src/vscode/workerError.ts';

/** A worker that answers when the test says so. */
class FakeWorker implements WorkerPort {
	readonly received: ToWorker[] = [];
	terminated = false;
	#message: (message: FromWorker) => void = () => undefined;
	#exit: (error?: Error) => void = () => undefined;

	postMessage(message: ToWorker): void {
		this.received.push(message);
	}

	onMessage(listener: (message: FromWorker) => void): void {
		this.#message = listener;
	}

	onExit(listener: (error?: Error) => void): void {
		this.#exit = listener;
	}

	terminate(): void {
		this.terminated = true;
	}

	answer(message: FromWorker): void {
		this.#message(message);
	}

	crash(error?: Error): void {
		this.#exit(error);
	}
}

function start() {
	const workers: FakeWorker[] = [];
	const client = new WorkerClient(() => {
		const worker = new FakeWorker();
		workers.push(worker);
		return worker;
	});
	return { workers, client };
}

function only(workers: readonly FakeWorker[]): FakeWorker {
	const [worker] = workers;
	assert.ok(worker !== undefined && workers.length === 1, 'exactly one worker');
	return worker;
}

function rejectsWith(code: string) {
	return (error: unknown) => WorkerError.is(error, code);
}

describe('the worker client', () => {
	it('starts no thread before the first request, and then one', () => {
		const { workers, client } = start();
		assert.equal(workers.length, 0);
		void client.request('handoff', { id: 'a' });
		void client.request('handoff', { id: 'b' });
		assert.equal(workers.length, 1);
	});

	it('gives every request its own answer, in any order', async () => {
		const { workers, client } = start();
		const first = client.request('handoff', { id: 'a' });
		const second = client.request('handoff', { id: 'b' });
		const worker = only(workers);
		worker.answer({ type: 'result', id: 2, result: 'of b' });
		worker.answer({ type: 'result', id: 1, result: 'of a' });
		assert.deepEqual(await Promise.all([first, second]), ['of a', 'of b']);
	});

	it('reports the phases of its own request only', async () => {
		const { workers, client } = start();
		const phases: Phase[] = [];
		const request = client.request(
			'open',
			{ path: '/a.jsonl' },
			{ onProgress: ({ phase }) => phases.push(phase) },
		);
		const worker = only(workers);
		worker.answer({ type: 'progress', id: 1, progress: { phase: 'reading' } });
		worker.answer({ type: 'progress', id: 99, progress: { phase: 'planning' } });
		worker.answer({ type: 'result', id: 1, result: undefined });
		await request;
		assert.deepEqual(phases, ['reading']);
	});

	it('rejects with the code, message and stack of the failure', async () => {
		const { workers, client } = start();
		const request = client.request('handoff', { id: 'a' });
		const failure = { code: 'empty', message: 'a.jsonl is empty.', stack: 'in the worker' };
		only(workers).answer({ type: 'failure', id: 1, failure });
		await assert.rejects(request, (error: unknown) => {
			assert.ok(error instanceof WorkerError);
			assert.deepEqual([error.code, error.message, error.stack], Object.values(failure));
			return true;
		});
	});

	it('passes a cancellation on and still takes the answer', async () => {
		const { workers, client } = start();
		const controller = new AbortController();
		const request = client.request('handoff', { id: 'a' }, { signal: controller.signal });
		controller.abort();
		const worker = only(workers);
		assert.deepEqual(worker.received.at(-1), { type: 'cancel', id: 1 });
		worker.answer({ type: 'result', id: 1, result: 'too late to cancel' });
		assert.equal(await request, 'too late to cancel');
	});

	it('does not ask the worker for what is cancelled already', async () => {
		const { workers, client } = start();
		const request = client.request('handoff', { id: 'a' }, { signal: AbortSignal.abort() });
		await assert.rejects(request, rejectsWith('cancelled'));
		assert.equal(workers.length, 0);
	});

	it('sends no cancellation after the answer', async () => {
		const { workers, client } = start();
		const controller = new AbortController();
		const request = client.request('handoff', { id: 'a' }, { signal: controller.signal });
		const worker = only(workers);
		worker.answer({ type: 'result', id: 1, result: undefined });
		await request;
		controller.abort();
		assert.equal(worker.received.length, 1);
	});

	it('rejects all that is pending when the worker dies, and starts another next time', async () => {
		const { workers, client } = start();
		const first = client.request('handoff', { id: 'a' });
		const second = client.request('handoff', { id: 'b' });
		only(workers).crash(new Error('out of memory'));
		await assert.rejects(first, rejectsWith('worker-stopped'));
		await assert.rejects(second, /out of memory/);
		const third = client.request('handoff', { id: 'c' });
		assert.equal(workers.length, 2);
		workers[1]?.answer({ type: 'result', id: 3, result: 'again' });
		assert.equal(await third, 'again');
	});

	it('ends the worker when it is disposed, cancels what is pending and takes nothing more', async () => {
		const { workers, client } = start();
		const request = client.request('handoff', { id: 'a' });
		client.dispose();
		assert.equal(only(workers).terminated, true);
		await assert.rejects(request, rejectsWith('cancelled'));
		await assert.rejects(client.request('handoff', { id: 'a' }), rejectsWith('cancelled'));
		assert.equal(workers.length, 1);
	});

	describe('asked by the worker for a model', () => {
		const target = { id: 'acme/small', window: 8_000, route: 'acme' };
		const prompt = { messages: [{ role: 'user', text: 'Hello' }], maxOutputTokens: 9 } as const;
		const call: FromWorker = { type: 'call', id: 1, call: 5, target, request: prompt };

		async function settled(): Promise<void> {
			await new Promise((resolve) => setImmediate(resolve));
		}

		/** A request whose models answer as told; what becomes of it is nobody's concern. */
		function request(client: WorkerClient, models?: ModelCalls): void {
			client
				.request('handoff', { id: 'a' }, models === undefined ? {} : { models })
				.catch(() => undefined);
		}

		it('answers with what the model said', async () => {
			const { workers, client } = start();
			request(client, { call: () => Promise.resolve({ content: 'Hi' }) });
			const worker = only(workers);
			worker.answer(call);
			await settled();
			const outcome = { kind: 'answered', answer: { content: 'Hi' } };
			assert.deepEqual(worker.received.at(-1), { type: 'call-ended', call: 5, outcome });
		});

		it('answers with the failure, whatever kind of error it is', async () => {
			const failure = { kind: 'credit', message: 'No credit.' } as const;
			for (const [error, outcome] of [
				[new ModelError(failure), { kind: 'failed', failure }],
				[new Interrupted('job'), { kind: 'interrupted', by: 'job' }],
				[
					new TypeError('oops'),
					{ kind: 'failed', failure: { kind: 'connection', message: 'oops' } },
				],
			] as const) {
				const { workers, client } = start();
				request(client, { call: () => Promise.reject(error) });
				const worker = only(workers);
				worker.answer(call);
				await settled();
				assert.deepEqual(worker.received.at(-1), { type: 'call-ended', call: 5, outcome });
			}
		});

		it('answers that there is none where the request allows none', async () => {
			const { workers, client } = start();
			request(client);
			const worker = only(workers);
			worker.answer(call);
			await settled();
			const last = worker.received.at(-1);
			assert.ok(last?.type === 'call-ended' && last.outcome.kind === 'failed');
		});

		it('ends the call when the worker does not want it, dies, or is disposed', async () => {
			for (const end of [
				(worker: FakeWorker) => worker.answer({ type: 'cancel-call', call: 5 }),
				(worker: FakeWorker) => worker.crash(new Error('out of memory')),
			]) {
				const { workers, client } = start();
				const signals: AbortSignal[] = [];
				request(client, {
					call: (_target, _request, signal) => {
						signals.push(signal);
						return new Promise(() => undefined);
					},
				});
				const worker = only(workers);
				worker.answer(call);
				await settled();
				end(worker);
				assert.equal(signals[0]?.aborted, true);
			}
		});
	});
});
