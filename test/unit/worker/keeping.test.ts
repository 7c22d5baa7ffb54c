import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { session, turns, workerBench, type WorkerRig } from '../../support/workerRig.ts';

describe('what the worker keeps', () => {
	const bench = workerBench();

	const idsOf = async (rig: WorkerRig): Promise<readonly string[]> =>
		(await rig.methods.list(null)).map(({ id }) => id);
	const isKept = async (rig: WorkerRig, id: string): Promise<boolean> =>
		(await rig.view(id)).status.kept;

	it('is nothing where the settings say so', async () => {
		const rig = bench.start({ keep: false });
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await rig.say(id, 'And now?');
		assert.equal(await isKept(rig, id), false);
		assert.deepEqual(await idsOf(await bench.restart(rig)), []);
	});

	it('is no conversation that is excluded', async () => {
		const rig = bench.start();
		const file = bench.session(session);
		const id = await rig.opened(file);
		rig.configure({ excluded: [id] });
		await rig.compacted(id);
		assert.equal(await isKept(rig, id), false);
		rig.configure({ excluded: [] });
		await rig.methods.rename({ id, title: 'Mine' });
		assert.equal(await isKept(rig, id), true);
		assert.equal((await (await bench.restart(rig)).view(id)).compactions, 1);
	});

	it('is no fork of an excluded conversation either', async () => {
		const rig = bench.start();
		const { id } = await rig.methods.create({ title: '', source: '@precis', messages: session });
		await rig.methods.keep({ id, keep: false });
		rig.configure({ excluded: [id] });
		const { id: fork } = await rig.methods.fork({ id, messages: 4 });
		await rig.say(fork, 'Something else');
		assert.equal(await isKept(rig, fork), false);
		assert.deepEqual(await idsOf(bench.start()), []);
	});

	it('changes with the settings, for what is worked on from then on', async () => {
		const rig = bench.start({ keep: false });
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		rig.configure({ keep: true });
		assert.equal(await isKept(rig, id), false);
		await rig.say(id, 'And now?');
		const next = await bench.restart(rig);
		const { messages, compactions } = await next.view(id);
		assert.deepEqual([messages, compactions], [50, 1]);
	});

	it('can be decided for one conversation, both ways', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await rig.methods.keep({ id, keep: false });
		assert.equal(await isKept(rig, id), false);
		assert.deepEqual(await idsOf(bench.start()), []);
		const { compactions, messages } = await rig.view(id);
		assert.deepEqual([messages, compactions], [48, 1]);
		await rig.methods.keep({ id, keep: true });
		assert.equal(await isKept(rig, id), true);
		assert.deepEqual(await idsOf(bench.start()), [id]);
		assert.equal(
			rig.of('changed').filter(({ conversation }) => conversation === id).length > 1,
			true,
		);
	});

	it('keeps its history when it is kept later', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		rig.configure({ keep: false });
		await rig.compacted(id);
		const { active } = (await rig.view(id)).status;
		await rig.methods.undo({ id });
		await rig.methods.keep({ id, keep: true });
		assert.equal(await isKept(rig, id), true);
		assert.deepEqual(await rig.methods.redo({ id }), { kind: 'activated' });
		const next = await bench.restart(rig);
		assert.ok(active !== undefined);
		assert.deepEqual((await next.view(id)).status.active, active);
	});

	it('has a size', async () => {
		const rig = bench.start();
		const before = await rig.methods.size(null);
		assert.equal(before.conversations, 0);
		const seen = await rig.opened(bench.session(session));
		await rig.view(seen);
		const kept = await rig.opened(bench.session(turns(100, 100), 'other.json'));
		await rig.compacted(kept);
		const after = await rig.methods.size(null);
		assert.equal(after.conversations, 1);
		assert.ok(after.bytes > before.bytes);
	});

	it('goes on in memory, and says so, where the store cannot be opened', async () => {
		writeFileSync(bench.storage(), 'a file');
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		assert.deepEqual(
			rig.of('store').map(({ status }) => status),
			['memory'],
		);
		await rig.compacted(id);
		await rig.say(id, 'And now?');
		const { messages, compactions } = await rig.view(id);
		assert.deepEqual([messages, compactions], [50, 1]);
		assert.deepEqual(await idsOf(rig), [id]);
	});
});
