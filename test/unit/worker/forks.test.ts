import assert from 'node:assert/strict';
import type { WorkerSettings } from '../../../src/protocol/workerSettings.ts';
import { assistant, user } from '../../support/logs.ts';
import { session, turns, workerBench } from '../../support/workerRig.ts';

describe('a saved session beside a conversation that was continued here', () => {
	const bench = workerBench();

	/** A kept conversation with a compaction, and a fork of it that was opened. */
	async function forked(settings: Partial<WorkerSettings> = {}) {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		await rig.compacted(id);
		await rig.say(id, 'Said here');
		rig.configure(settings);
		bench.session([...session, ...turns(24, 60)]);
		return { rig, id, fork: await rig.opened(file) };
	}

	it('that went on differently from what was continued here is a fork', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		await rig.compacted(id);
		await rig.say(id, 'Said here');
		bench.session([...session, user('Said there'), assistant('Indeed.')]);
		const fork = await rig.opened(file);
		assert.notEqual(fork, id);
		assert.equal((await rig.view(fork)).messages, 50);
		await rig.methods.keep({ id: fork, keep: true });
		const next = await bench.restart(rig);
		assert.equal(await next.opened(file), fork);
		const [original, copy] = [await next.view(id), await next.view(fork)];
		assert.deepEqual([original.messages, copy.messages], [50, 50]);
		assert.deepEqual([original.compactions, copy.compactions], [1, 1]);
		assert.equal(await next.methods.handoff({ id: fork }), await next.methods.handoff({ id }));
		const said = async (of: string): Promise<string> => next.said(of, 49);
		assert.match(await said(id), /Said here/);
		assert.match(await said(fork), /Said there/);
	});

	it('shares no compaction with a fork that begins before it', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		await rig.compacted(id);
		bench.session([...session.slice(0, 4), user('Said there'), assistant('Indeed.')]);
		const fork = await rig.opened(file);
		assert.notEqual(fork, id);
		await rig.methods.keep({ id: fork, keep: true });
		const { messages, compactions } = await rig.view(fork);
		assert.deepEqual([messages, compactions], [6, 0]);
	});

	it('keeps its own compaction when it is released and kept again', async () => {
		const { rig, fork } = await forked();
		await rig.compacted(fork);
		await rig.methods.keep({ id: fork, keep: false });
		await rig.methods.keep({ id: fork, keep: true });
		assert.equal((await rig.view(fork)).compactions, 2);
	});

	it('can be compacted further from the compaction it shares', async () => {
		const { rig, id, fork } = await forked();
		await rig.compacted(fork);
		const { history } = (await rig.view(fork)).status;
		assert.equal(history.length, 2);
		assert.equal(history[1]?.parent, history[0]?.id);
		assert.equal((await rig.view(id)).compactions, 1);
	});

	it('stays when the conversation it began with is deleted', async () => {
		const { rig, id, fork } = await forked();
		await rig.compacted(fork);
		await rig.methods.delete({ id });
		const next = await bench.restart(rig);
		const { messages, compactions } = await next.view(fork);
		assert.deepEqual([messages, compactions], [96, 2]);
	});
});
