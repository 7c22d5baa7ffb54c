import assert from 'node:assert/strict';
import { Interrupted } from '../../../../src/models/interrupts.ts';
import { ModelError } from '../../../../src/models/modelError.ts';
import type { Ask } from '../../../../src/protocol/asks.ts';
import type { ToWorker } from '../../../../src/protocol/worker.ts';
import { WorkerAsks, type AskHandlers } from '../../../../src/vscode/worker/workerAsks.ts';
import { type FakeWorker, only, startClient } from '../../../support/fakeWorker.ts';
import { settled } from '../../../support/scriptedClients.ts';

const target = { id: 'acme/small', window: 8_000, route: 'acme' };
const question = {
	conversation: 'a',
	target,
	request: { messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 9 },
} as const;
const ask: Ask = { type: 'ask', ask: 5, kind: 'call', question };

/** A client that has a worker, with these answers. */
function start(answers: Partial<AskHandlers> = {}) {
	const { workers, client } = startClient(answers);
	client.request('list', null).catch(() => undefined);
	return { worker: only(workers), client };
}

describe('a question of the worker', () => {
	it('is answered by whoever is responsible for its kind', async () => {
		const asked: unknown[] = [];
		const { worker } = start({
			call: (about) => {
				asked.push(about);
				return Promise.resolve({ content: 'Hi' });
			},
		});
		worker.answer(ask);
		await settled();
		assert.deepEqual(asked, [question]);
		const outcome = { kind: 'answered', answer: { content: 'Hi' } };
		assert.deepEqual(worker.received.at(-1), { type: 'answer', ask: 5, outcome });
	});

	it('is answered with the failure, whatever kind of error it is', async () => {
		const failure = { kind: 'credit', message: 'No credit.' } as const;
		const broken = { kind: 'connection', message: 'oops' };
		for (const [error, outcome] of [
			[new ModelError(failure), { kind: 'failed', failure }],
			[new Interrupted('job'), { kind: 'interrupted', by: 'job' }],
			[new TypeError('oops'), { kind: 'failed', failure: broken }],
		] as const) {
			const { worker } = start({ call: () => Promise.reject(error) });
			worker.answer(ask);
			await settled();
			assert.deepEqual(worker.received.at(-1), { type: 'answer', ask: 5, outcome });
		}
	});

	it('is answered with a failure where whoever answers throws at once', async () => {
		const { worker } = start({
			call: () => {
				throw new Error('oops');
			},
		});
		worker.answer(ask);
		await settled();
		const last = worker.received.at(-1);
		assert.ok(last?.type === 'answer' && last.outcome.kind === 'failed');
	});

	it('is answered once where the answer cannot be copied to another thread', async () => {
		const sent: ToWorker[] = [];
		const asks = new WorkerAsks(
			(message) => {
				sent.push(structuredClone(message));
			},
			{
				models: () => Promise.reject(new Error('not asked')),
				call: () => Promise.resolve({ content: () => 'a function' }),
				turn: () => Promise.reject(new Error('not asked')),
			},
		);
		await asks.answer(ask);
		assert.equal(sent.length, 1);
		const [answer] = sent;
		assert.ok(answer?.type === 'answer' && answer.outcome.kind === 'failed');
		assert.match(answer.outcome.failure.message, /could not be cloned/);
	});

	it('ends when the worker does not want the answer, ends, or is disposed of', async () => {
		for (const end of [
			(worker: FakeWorker) => worker.answer({ type: 'withdraw', ask: 5 }),
			(worker: FakeWorker) => worker.crash(new Error('out of memory')),
			(worker: FakeWorker) => worker.crash(),
		]) {
			const signals: AbortSignal[] = [];
			const { worker } = start({
				call: (_about, signal) => {
					signals.push(signal);
					return new Promise(() => undefined);
				},
			});
			worker.answer(ask);
			await settled();
			assert.equal(signals[0]?.aborted, false);
			worker.answer({ type: 'withdraw', ask: 99 });
			assert.equal(signals[0]?.aborted, false);
			end(worker);
			assert.equal(signals[0]?.aborted, true);
		}
	});

	it('is one among several', async () => {
		const { worker } = start({
			models: () => Promise.resolve({ transientRetries: 3 }),
			call: () => new Promise(() => undefined),
		});
		worker.answer(ask);
		worker.answer({
			type: 'ask',
			ask: 6,
			kind: 'models',
			question: {
				conversation: 'a',
				title: '',
				trigger: 'manual',
				tokens: { input: 1, output: 1 },
				spentToday: 0,
			},
		});
		await settled();
		assert.deepEqual(
			worker.received.filter(({ type }) => type === 'answer'),
			[
				{
					type: 'answer',
					ask: 6,
					outcome: { kind: 'answered', answer: { transientRetries: 3 } },
				},
			],
		);
	});
});
