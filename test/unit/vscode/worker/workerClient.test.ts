import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { WorkerSettings } from '../../../../src/protocol/workerSettings.ts';
import { WorkerError } from '../../../../src/vscode/worker/workerError.ts';
import { only, startClient as start } from '../../../support/fakeWorker.ts';
import { settled } from '../../../support/scriptedClients.ts';

const settingsNews = (settings: WorkerSettings) => ({
	type: 'notification',
	notification: { type: 'settings', settings },
});

function rejectsWith(code: string) {
	return (error: unknown) => WorkerError.is(error, code);
}

describe('the worker client', () => {
	it('starts no thread before the first request, and then one', () => {
		const { workers, client } = start();
		assert.equal(workers.length, 0);
		void client.call('handoff', { id: 'a' });
		void client.call('handoff', { id: 'b' });
		assert.equal(workers.length, 1);
	});

	it('rejects all that is pending when the worker dies, and starts another next time', async () => {
		const { workers, client } = start();
		const first = client.call('handoff', { id: 'a' });
		const second = client.call('handoff', { id: 'b' });
		only(workers).crash(new Error('out of memory'));
		await assert.rejects(first, rejectsWith('worker-stopped'));
		await assert.rejects(second, /out of memory/);
		const third = client.call('handoff', { id: 'c' });
		assert.equal(workers.length, 2);
		workers[1]?.answer({ type: 'result', id: 3, result: 'again' });
		assert.equal(await third, 'again');
	});

	it('ends the worker when it is disposed, cancels what is pending and takes nothing more', async () => {
		const { workers, client } = start();
		const request = client.call('handoff', { id: 'a' });
		client.dispose();
		assert.equal(only(workers).terminated, true);
		await assert.rejects(request, rejectsWith('cancelled'));
		await assert.rejects(client.call('handoff', { id: 'a' }), rejectsWith('cancelled'));
		assert.equal(workers.length, 1);
	});

	it('tells its host when a thread ended by itself', () => {
		const { workers, client, host } = start();
		void client.call('list', null).catch(() => undefined);
		only(workers).crash(new Error('out of memory'));
		assert.equal(host.stopped, 1);
	});

	it('gives a new thread the settings before anything else, and whenever they change', () => {
		const { workers, client, host } = start();
		client.configure();
		assert.equal(workers.length, 0, 'settings start no thread');
		host.settings = { ...host.settings, automatic: false };
		void client.call('list', null);
		const worker = only(workers);
		assert.deepEqual(worker.received[0], settingsNews(host.settings));
		host.settings = { ...host.settings, keep: false };
		client.configure();
		assert.deepEqual(worker.received.at(-1), settingsNews(host.settings));
		assert.deepEqual(worker.kinds, ['notification', 'call', 'notification']);
	});

	it('has the questions of each thread answered', async () => {
		const signals: AbortSignal[] = [];
		const { workers, client } = start({
			models: (_plan, { signal }) => {
				signals.push(signal);
				return signals.length === 1
					? new Promise(() => undefined)
					: Promise.resolve({ transientRetries: 3 });
			},
		});
		client.call('list', null).catch(() => undefined);
		const question = { type: 'call', id: 1, method: 'models', parameters: null } as const;
		only(workers).answer(question);
		workers[0]?.crash();
		assert.equal(signals[0]?.aborted, true);
		client.call('list', null).catch(() => undefined);
		workers[1]?.answer(question);
		await settled();
		const result = { type: 'result', id: 1, result: { transientRetries: 3 } };
		assert.deepEqual(workers[1]?.received.at(-1), result);
	});

	it('is shut down in order: the thread ends by itself', async () => {
		const { workers, client, host } = start();
		const request = client.call('compact', { id: 'a' });
		const worker = only(workers);
		const ended = client.shutDown();
		assert.deepEqual(worker.received.at(-1), {
			type: 'notification',
			notification: { type: 'shut-down' },
		});
		await assert.rejects(client.call('list', null), rejectsWith('cancelled'));
		worker.answer({ type: 'result', id: 1, result: { kind: 'cancelled' } });
		assert.deepEqual(await request, { kind: 'cancelled' });
		worker.crash();
		await ended;
		assert.equal(workers.length, 1);
		assert.equal(host.stopped, 0, 'nobody is told of what was wanted');
	});

	it('ends a thread that does not end by itself in time', async () => {
		const { workers, client } = start();
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			const request = client.call('list', null);
			const ended = client.shutDown();
			const cancelled = assert.rejects(request, rejectsWith('cancelled'));
			mock.timers.tick(2_999);
			assert.equal(only(workers).terminated, false);
			mock.timers.tick(1);
			await ended;
			await cancelled;
			assert.equal(only(workers).terminated, true);
		} finally {
			mock.timers.reset();
		}
	});

	it('starts a thread that dies at once a few times, and again after a while', async () => {
		const { workers, client, host } = start();
		const asked: Promise<unknown>[] = [];
		const ask = (): number =>
			asked.push(client.call('list', null).catch((error: unknown) => error));
		// As the host does, which shows its conversation anew.
		host.onStopped = ask;
		ask();
		for (let crashed = 0; crashed < workers.length; crashed += 1) {
			assert.ok(crashed < 500, 'without end');
			host.time += 1;
			workers[crashed]?.crash(new Error('out of memory'));
		}
		assert.deepEqual([workers.length, host.stopped], [3, 3]);
		const refused = await asked.at(-1);
		assert.ok(rejectsWith('worker-stopped')(refused));
		host.time += 60_000;
		ask();
		assert.equal(workers.length, 4);
	});

	it('starts a thread again however often it dies, with time in between', () => {
		const { workers, client, host } = start();
		for (let count = 1; count <= 20; count += 1) {
			client.call('list', null).catch(() => undefined);
			assert.equal(workers.length, count);
			host.time += 31_000;
			workers.at(-1)?.crash();
		}
	});

	it('does not ask the worker for what is cancelled already', async () => {
		const { workers, client } = start();
		const request = client.call('handoff', { id: 'a' }, { signal: AbortSignal.abort() });
		await assert.rejects(request, rejectsWith('cancelled'));
		assert.equal(workers.length, 0);
	});
});

describe('a conversation from a file, in a thread that knows only what it has opened', () => {
	/** Answers the latest call, as a thread that has opened these files does. */
	function startAnswering() {
		const { workers, client } = start();
		const asked: string[] = [];
		const known = new Set<string>();
		let answered = 0;
		const serve = (): void => {
			const worker = workers[0];
			for (const message of worker?.received.slice(answered) ?? []) {
				answered += 1;
				if (message.type === 'call') {
					const { id } = message;
					const about = message.parameters as { readonly id?: string; readonly path?: string };
					asked.push(`${String(message.method)} ${about.path ?? about.id ?? ''}`);
					if (about.path !== undefined) {
						known.add(about.path);
						const conversations = [{ id: about.path, title: '' }];
						worker?.answer({ type: 'result', id, result: { conversations } });
					} else if (message.method === 'close' || known.has(about.id ?? '')) {
						worker?.answer({ type: 'result', id, result: 'done' });
					} else {
						const failure = { code: 'unknown-conversation', message: 'Unknown.' };
						worker?.answer({ type: 'failure', id, failure });
					}
				}
			}
		};
		/** The end of a call, with everything that it asks of the thread. */
		const served = async <Result>(call: Promise<Result>): Promise<Result> => {
			call.catch(() => undefined);
			// At most: the call, the file, and the call again.
			for (let round = 0; round < 3; round += 1) {
				await settled();
				serve();
			}
			return call;
		};
		return { client, known, asked, served };
	}

	it('is opened again by a call when the thread has lost it, but not after it was closed', async () => {
		const { client, known, asked, served } = startAnswering();
		await served(client.open({ path: '/a' }));
		known.clear();
		assert.equal(await served(client.call('handoff', { id: '/a' })), 'done');
		assert.deepEqual(asked, ['open /a', 'handoff /a', 'open /a', 'handoff /a']);
		await served(client.close('/a'));
		known.clear();
		const call = served(client.call('handoff', { id: '/a' }));
		await assert.rejects(call, rejectsWith('unknown-conversation'));
	});

	it('is opened without having been read in this window, where its file is remembered', async () => {
		const { client, asked, served } = startAnswering();
		client.remember('/a', { path: '/a' });
		client.remember('gone', { path: '/b' });
		await served(client.call('view', { id: '/a' }));
		assert.deepEqual(asked.splice(0), ['view /a', 'open /a', 'view /a']);
		// Another one is in its file now.
		const call = served(client.call('view', { id: 'gone' }));
		await assert.rejects(call, rejectsWith('unknown-conversation'));
		assert.deepEqual(asked, ['view gone', 'open /b', 'view gone']);
	});
});
