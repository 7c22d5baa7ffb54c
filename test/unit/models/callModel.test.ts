import assert from 'node:assert/strict';
import { Interrupted } from '../../../src/models/interrupts.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { taskPolicies } from '../../../src/models/tasks.ts';
import { settled } from '../../support/scriptedClients.ts';
import { CallBench, timeoutOf } from './callBench.ts';

describe('a call to a model', () => {
	it('gives the reply, and its text piece by piece', async () => {
		const bench = new CallBench();
		const outcome = bench.start();
		const call = await bench.received();
		call.text('one ');
		call.activity();
		call.text('two');
		call.end('one two');
		assert.equal(await outcome, 'one two');
		assert.deepEqual(bench.texts, ['one ', 'two']);
		await bench.assertNothingLeft();
	});

	it('tells a failure it does not know as a broken connection', async () => {
		const bench = new CallBench();
		const outcome = bench.start();
		(await bench.received()).fail(new TypeError(`terminated ghp_${'aB3dE6gH9'.repeat(4)}`));
		const error = await outcome;
		assert.ok(error instanceof ModelError && error.failure.kind === 'connection');
		assert.match(error.message, /terminated \[REDACTED\]/);
		assert.equal(bench.pool.size, 0);
	});
});

describe('time-outs of a call', () => {
	const { total, firstByte, idle } = taskPolicies.compaction.timeouts;

	it('ends it when the first event does not come', async () => {
		const bench = new CallBench();
		const outcome = bench.start();
		await bench.received();
		bench.timers.pass(firstByte);
		const error = await outcome;
		assert.equal(timeoutOf(error), 'first-byte');
		assert.match(String(error), /acme\/small did not begin to reply within 60 s/);
		await bench.assertNothingLeft();
	});

	it('ends it when the next event does not come', async () => {
		const bench = new CallBench();
		const outcome = bench.start();
		(await bench.received()).text('## Active');
		await settled();
		bench.timers.pass(firstByte + idle);
		assert.equal(timeoutOf(await outcome), 'idle');
		await bench.assertNothingLeft();
	});

	it('counts the idle time from the latest event, of whatever kind', async () => {
		const bench = new CallBench();
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
		const bench = new CallBench();
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
		const bench = new CallBench(true);
		const outcome = bench.start('compaction');
		await bench.received();
		bench.interrupt('turn');
		bench.timers.pass(firstByte);
		assert.equal(timeoutOf(await outcome), 'first-byte');
		assert.equal(bench.timers.pending, 0);
	});

	it('evicts the client before the error is raised', async () => {
		const bench = new CallBench();
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
		const bench = new CallBench();
		const outcome = bench.start('compaction');
		const call = await bench.received();
		bench.interrupt('turn');
		await settled();
		call.end('the summary');
		assert.equal(await outcome, 'the summary');
		await bench.assertNothingLeft();
	});

	it('end every other task at once when the turn ends', async () => {
		const bench = new CallBench();
		const outcome = bench.start('reply');
		await bench.received();
		bench.interrupt('turn');
		const error = await outcome;
		assert.ok(error instanceof Interrupted && error.kind === 'turn');
		await bench.assertNothingLeft();
	});

	for (const kind of ['job', 'service'] as const) {
		it(`end a compaction when it is the ${kind} that ends`, async () => {
			const bench = new CallBench();
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
		const bench = new CallBench();
		bench.interrupt('job');
		assert.ok((await bench.start()) instanceof Interrupted);
		await settled();
		assert.deepEqual(bench.clients.flatMap(({ calls }) => calls).length, 0);
		await bench.assertNothingLeft();
	});
});

describe('the failure this was built for', () => {
	it('gives a later call on the same route a new client after a compaction timed out', async () => {
		const bench = new CallBench();
		const compaction = bench.start('compaction');
		await bench.received();
		bench.timers.pass(taskPolicies.compaction.timeouts.total);
		assert.ok((await compaction) instanceof ModelError);
		await settled();
		assert.equal(bench.clients[0]?.closed, 1, 'the client that hung is closed');

		const title = bench.start('reply');
		(await bench.received(1)).end('A title');
		assert.equal(await title, 'A title');
		assert.equal(bench.clients.length, 2);
		assert.equal(bench.clients[1]?.closed, 0);
	});

	it('does not end another call’s stream on the client that is evicted', async () => {
		const bench = new CallBench();
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
