import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { callModel } from '../../../src/models/callModel.ts';
import { ClientPool } from '../../../src/models/clientPool.ts';
import { Interrupted, type InterruptKind } from '../../../src/models/interrupts.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { taskPolicies, type TaskName } from '../../../src/models/tasks.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import {
	routeTo,
	type ScriptedCall,
	ScriptedClient,
	settled,
} from '../../support/scriptedClients.ts';

/** A pool over scripted clients, fake timers, and the three interrupts. */
class Bench {
	readonly clients: ScriptedClient[] = [];
	readonly timers = new FakeTimers();
	readonly turn = new AbortController();
	readonly job = new AbortController();
	readonly service = new AbortController();
	readonly texts: string[] = [];
	readonly pool: ClientPool;
	/** Outcomes in the order they came. */
	readonly outcomes: unknown[] = [];

	constructor(deaf = false) {
		this.pool = new ClientPool(() => {
			const client = new ScriptedClient(deaf);
			this.clients.push(client);
			return Promise.resolve(client);
		});
	}

	/** Starts a call; its outcome is also noted. */
	start(task: TaskName = 'compaction'): Promise<unknown> {
		const outcome = callModel(this, {
			route: routeTo(),
			request: { messages: [{ role: 'user', text: 'Hello' }], maxOutputTokens: 100 },
			policy: taskPolicies[task],
			interrupts: {
				turn: this.turn.signal,
				job: this.job.signal,
				service: this.service.signal,
			},
			onText: (text) => this.texts.push(text),
		}).then(
			({ content }) => content,
			(error: unknown) => error,
		);
		void outcome.then((value) => this.outcomes.push(value));
		return outcome;
	}

	/** The request of the n-th call in all, from 0. */
	async received(index = 0): Promise<ScriptedCall> {
		for (let tries = 0; tries < 50; tries += 1) {
			const call = this.clients.flatMap(({ calls }) => calls)[index];
			if (call !== undefined) {
				return call;
			}
			await settled();
		}
		throw new Error(`There was no call ${index}.`);
	}

	interrupt(kind: InterruptKind): void {
		this[kind].abort();
	}

	/** Nothing of any call is left: no timer, no listener, no stream. */
	async assertNothingLeft(): Promise<void> {
		await settled();
		assert.equal(this.timers.pending, 0, 'no timer is left');
		for (const kind of ['turn', 'job', 'service'] as const) {
			assert.equal(getEventListeners(this[kind].signal, 'abort').length, 0, `no ${kind} listener`);
		}
		assert.deepEqual(
			this.clients.map(({ open }) => open),
			this.clients.map(() => 0),
			'no stream is open',
		);
	}
}

function timeoutOf(outcome: unknown): string | undefined {
	return outcome instanceof ModelError ? outcome.failure.timeout : undefined;
}

describe('a call to a model', () => {
	it('gives the reply, and its text as it grows', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		const call = await bench.received();
		call.text('one ');
		call.activity();
		call.text('two');
		call.end('one two');
		assert.equal(await outcome, 'one two');
		assert.deepEqual(bench.texts, ['one ', 'one two']);
		await bench.assertNothingLeft();
	});

	it('fails when the reply ends before it is complete, and evicts the client', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		(await bench.received()).endOfStream();
		assert.match(String(await outcome), /ended its reply before it was complete/);
		assert.equal(bench.pool.size, 0);
		await bench.assertNothingLeft();
	});

	it('tells a failure it does not know as a broken connection', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		(await bench.received()).fail(new TypeError(`terminated ghp_${'aB3dE6gH9'.repeat(4)}`));
		const error = await outcome;
		assert.ok(error instanceof ModelError && error.failure.kind === 'connection');
		assert.match(error.message, /terminated \[REDACTED\]/);
		assert.equal(bench.pool.size, 0);
	});

	it('keeps the client after a failure that is not the connection’s', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		(await bench.received()).fail(new ModelError({ kind: 'rate-limited', message: 'Too many.' }));
		assert.match(String(await outcome), /Too many/);
		assert.equal(bench.pool.size, 1);
		await bench.assertNothingLeft();
	});

	it('tells when no client could be built', async () => {
		const pool = new ClientPool(() => Promise.reject(new Error('no such module')));
		const timers = new FakeTimers();
		await assert.rejects(
			callModel(
				{ pool, timers },
				{
					route: routeTo(),
					request: { messages: [], maxOutputTokens: 1 },
					policy: taskPolicies.title,
					interrupts: {},
				},
			),
			/no such module/,
		);
		assert.equal(timers.pending, 0);
	});
});

describe('time-outs of a call', () => {
	const { total, firstByte, idle } = taskPolicies.compaction.timeouts;

	it('ends it when the first event does not come', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		await bench.received();
		bench.timers.pass(firstByte);
		const error = await outcome;
		assert.equal(timeoutOf(error), 'first-byte');
		assert.match(String(error), /acme\/small did not begin to reply within 60 s/);
		await bench.assertNothingLeft();
	});

	it('ends it when the next event does not come', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		(await bench.received()).text('## Active');
		await settled();
		bench.timers.pass(firstByte + idle);
		assert.equal(timeoutOf(await outcome), 'idle');
		await bench.assertNothingLeft();
	});

	it('counts the idle time from the latest event, of whatever kind', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		const call = await bench.received();
		for (let event = 0; event < 5; event += 1) {
			call.activity();
			await settled();
			bench.timers.pass(idle - 1);
		}
		call.end('done');
		assert.equal(await outcome, 'done');
	});

	it('ends it when the whole takes too long, however lively it is', async () => {
		const bench = new Bench();
		const outcome = bench.start();
		const call = await bench.received();
		while (bench.timers.now < total) {
			call.text('drip ');
			await settled();
			bench.timers.pass(idle - 1);
		}
		assert.equal(timeoutOf(await outcome), 'total');
		await bench.assertNothingLeft();
	});

	it('fires under the mask, with a client that does not listen too', async () => {
		const bench = new Bench(true);
		const outcome = bench.start('compaction');
		await bench.received();
		bench.interrupt('turn');
		bench.timers.pass(firstByte);
		assert.equal(timeoutOf(await outcome), 'first-byte');
		assert.equal(bench.timers.pending, 0);
	});

	it('evicts the client before the error is raised', async () => {
		const bench = new Bench();
		const sizes: number[] = [];
		const outcome = bench.start().then(() => sizes.push(bench.pool.size));
		await bench.received();
		bench.timers.pass(firstByte);
		await outcome;
		assert.deepEqual(sizes, [0]);
	});
});

describe('interrupts of a call', () => {
	it('leave a compaction alone when it is the turn that ends', async () => {
		const bench = new Bench();
		const outcome = bench.start('compaction');
		const call = await bench.received();
		bench.interrupt('turn');
		await settled();
		call.end('the summary');
		assert.equal(await outcome, 'the summary');
		await bench.assertNothingLeft();
	});

	it('end every other task at once when the turn ends', async () => {
		const bench = new Bench();
		const outcome = bench.start('title');
		await bench.received();
		bench.interrupt('turn');
		const error = await outcome;
		assert.ok(error instanceof Interrupted && error.kind === 'turn');
		await bench.assertNothingLeft();
	});

	it('end the title and not the compaction that runs at the same time', async () => {
		const bench = new Bench();
		const compaction = bench.start('compaction');
		const title = bench.start('title');
		const call = await bench.received(0);
		await bench.received(1);
		bench.interrupt('turn');
		assert.ok((await title) instanceof Interrupted);
		call.end('the summary');
		assert.equal(await compaction, 'the summary');
		assert.equal(bench.clients.length, 1, 'both used one client');
		await bench.assertNothingLeft();
	});

	for (const kind of ['job', 'service'] as const) {
		it(`end a compaction when it is the ${kind} that ends`, async () => {
			const bench = new Bench();
			const outcome = bench.start('compaction');
			await bench.received();
			bench.interrupt(kind);
			const error = await outcome;
			assert.ok(error instanceof Interrupted && error.kind === kind);
			assert.equal(bench.pool.size, 1, 'nothing is wrong with the client');
			await bench.assertNothingLeft();
		});
	}

	it('send nothing when they came before', async () => {
		const bench = new Bench();
		bench.interrupt('job');
		assert.ok((await bench.start()) instanceof Interrupted);
		await settled();
		assert.deepEqual(bench.clients.flatMap(({ calls }) => calls).length, 0);
		await bench.assertNothingLeft();
	});
});

describe('a call that ends while its client is being built', () => {
	it('gives the client back, so that it can be closed', async () => {
		const built = Promise.withResolvers<ScriptedClient>();
		const pool = new ClientPool(() => built.promise);
		const job = new AbortController();
		const call = callModel(
			{ pool, timers: new FakeTimers() },
			{
				route: routeTo(),
				request: { messages: [], maxOutputTokens: 1 },
				policy: taskPolicies.compaction,
				interrupts: { job: job.signal },
			},
		);
		job.abort();
		await assert.rejects(call, Interrupted);
		const client = new ScriptedClient();
		built.resolve(client);
		await settled();
		pool.dispose();
		await settled();
		assert.equal(client.closed, 1);
		assert.equal(client.calls.length, 0);
	});
});

describe('a cancel, a time-out and a completion that meet', () => {
	const enders: Record<string, (bench: Bench, call: ScriptedCall | undefined) => void> = {
		cancel: (bench) => bench.interrupt('job'),
		shutdown: (bench) => bench.interrupt('service'),
		'time-out': (bench) => bench.timers.pass(taskPolicies.compaction.timeouts.total),
		completion: (_bench, call) => call?.end('the summary'),
		failure: (_bench, call) => call?.fail(new TypeError('terminated')),
	};

	/** Runs a call step by step and lets something happen after so many steps. */
	async function disturbed(
		steps: number,
		disturb: (bench: Bench, call: ScriptedCall | undefined) => void,
		deaf: boolean,
	): Promise<Bench> {
		const bench = new Bench(deaf);
		const outcome = bench.start();
		let call: ScriptedCall | undefined;
		for (let step = 0; step < steps; step += 1) {
			// One turn of the microtask queue is one await of the call.
			await Promise.resolve();
			call = bench.clients[0]?.calls[0];
			if (step % 3 === 1) {
				call?.text('text ');
			}
		}
		disturb(bench, call);
		await settled();
		(call ?? bench.clients[0]?.calls[0])?.end('the summary');
		await outcome;
		return bench;
	}

	const names = Object.keys(enders);
	for (const first of names) {
		for (const second of names) {
			it(`have one outcome and one clean-up: ${first}, then ${second}`, async () => {
				for (let steps = 0; steps < 30; steps += 1) {
					for (const deaf of [false, true]) {
						const bench = await disturbed(
							steps,
							(on, call) => {
								enders[first]?.(on, call);
								enders[second]?.(on, call);
							},
							deaf,
						);
						assert.equal(bench.outcomes.length, 1);
						const [outcome] = bench.outcomes;
						assert.ok(
							outcome === 'the summary' ||
								outcome instanceof ModelError ||
								outcome instanceof Interrupted,
						);
						assert.equal(bench.timers.pending, 0);
						if (!deaf) {
							await bench.assertNothingLeft();
						}
						// Whoever comes next is served.
						const next = bench.start('title');
						const { job, service } = bench;
						if (!job.signal.aborted && !service.signal.aborted) {
							const calls = bench.clients.flatMap(({ calls }) => calls).length;
							(await bench.received(calls)).end('a title');
						}
						await next;
						assert.ok(bench.clients.every(({ closed }) => closed <= 1));
					}
				}
			});
		}
	}
});

describe('the failure this was built for', () => {
	it('gives a later call on the same route a new client after a compaction timed out', async () => {
		const bench = new Bench();
		const compaction = bench.start('compaction');
		await bench.received();
		bench.timers.pass(taskPolicies.compaction.timeouts.total);
		assert.ok((await compaction) instanceof ModelError);
		await settled();
		assert.equal(bench.clients[0]?.closed, 1, 'the client that hung is closed');

		const title = bench.start('title');
		(await bench.received(1)).end('A title');
		assert.equal(await title, 'A title');
		assert.equal(bench.clients.length, 2);
		assert.equal(bench.clients[1]?.closed, 0);
	});

	it('does not end another call’s stream on the client that is evicted', async () => {
		const bench = new Bench();
		const compaction = bench.start('compaction');
		await bench.received(0);
		const other = bench.start('compaction');
		const call = await bench.received(1);
		bench.timers.pass(30_000);
		call.text('## Active Task');
		await settled();
		bench.timers.pass(30_000);
		assert.equal(timeoutOf(await compaction), 'first-byte');
		assert.equal(bench.clients[0]?.closed, 0);
		call.end('the other summary');
		assert.equal(await other, 'the other summary');
		await settled();
		assert.equal(bench.clients[0]?.closed, 1, 'closed when its last user is done');
	});
});
