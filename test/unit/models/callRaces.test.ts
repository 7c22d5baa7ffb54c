import assert from 'node:assert/strict';
import { callModel } from '../../../src/models/callModel.ts';
import { ClientPool } from '../../../src/models/clientPool.ts';
import { Interrupted } from '../../../src/models/interrupts.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { taskPolicies } from '../../../src/models/tasks.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import {
	routeTo,
	type ScriptedCall,
	ScriptedClient,
	settled,
} from '../../support/scriptedClients.ts';
import { CallBench } from './callBench.ts';

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
	const enders: Record<string, (bench: CallBench, call: ScriptedCall | undefined) => void> = {
		cancel: (bench) => bench.interrupt('job'),
		shutdown: (bench) => bench.interrupt('service'),
		'time-out': (bench) => bench.timers.pass(taskPolicies.compaction.timeouts.total),
		completion: (_bench, call) => call?.end('the summary'),
		failure: (_bench, call) => call?.fail(new TypeError('terminated')),
	};

	/** Runs a call step by step and lets something happen after so many steps. */
	async function disturbed(
		steps: number,
		disturb: (bench: CallBench, call: ScriptedCall | undefined) => void,
		deaf: boolean,
	): Promise<CallBench> {
		const bench = new CallBench(deaf);
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
						const next = bench.start('reply');
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
