import assert from 'node:assert/strict';
import { session, workerBench } from '../../support/workerRig.ts';

/** Two windows on one store and one file. */
describe('a conversation in two windows', () => {
	const bench = workerBench();

	/** A file that both windows look at. */
	async function both() {
		const here = bench.start();
		const there = bench.start();
		const path = bench.session(session);
		const id = await here.opened(path);
		assert.equal(await there.opened(path), id);
		await here.view(id);
		await there.view(id);
		return { here, there, id };
	}

	it('is the compacted one in both, once one has compacted it', async () => {
		const { here, there, id } = await both();
		await there.compacted(id);
		const { compactions, status } = await here.view(id);
		assert.deepEqual([compactions, status.kept], [1, true]);
	});

	it('has the history of both', async () => {
		const { here, there, id } = await both();
		await there.compacted(id);
		await here.view(id);
		await there.methods.undo({ id });
		const { status } = await here.view(id);
		assert.deepEqual([status.history.length, status.canRedo], [1, true]);
		assert.deepEqual(await here.methods.redo({ id }), { kind: 'activated' });
		assert.equal((await there.view(id)).status.active, status.history[0]?.id);
	});

	it('keeps what the other window has done to it when it is changed here', async () => {
		const { here, there, id } = await both();
		await there.compacted(id);
		await there.methods.pause({ id, paused: true });
		await here.methods.rename({ id, title: 'Renamed here' });
		const { title, compactions, status } = await there.view(id);
		assert.deepEqual([title, compactions, status.paused], ['Renamed here', 1, true]);
		assert.ok(status.active !== undefined);
	});

	it('is recalled with what the other window has appended', async () => {
		const { here, there, id } = await both();
		await here.say(id, 'Said here');
		await there.view(id);
		await here.say(id, 'Said later');
		const number = session.length + 3;
		const recalled = await there.methods.recall({ id, number, anyWorkspace: false });
		assert.match(recalled.kind === 'recalled' ? recalled.text : '', /Said later/);
	});

	it('that is being compacted in one is not deleted in the other, and stays followed there', async () => {
		const { here, there, id } = await both();
		await here.say(id, 'Please go on.');
		await there.follow(id);
		const { result, release } = await here.heldCompaction(id);
		await assert.rejects(there.methods.delete({ id }), { kind: 'in-use' });
		assert.equal((await there.view(id)).following, true);
		release();
		assert.equal((await result).kind, 'committed');
	});

	it('is deleted in both', async () => {
		const { here, there, id } = await both();
		await there.say(id, 'Please go on.');
		await here.methods.delete({ id });
		await assert.rejects(there.methods.undo({ id }), {
			code: 'unknown-conversation',
		});
	});
});

describe('a conversation that another window takes out of the store', () => {
	const bench = workerBench();

	/** A file that both windows have opened. @param looked Its messages are read here. */
	async function both({ looked }: { readonly looked: boolean }) {
		const here = bench.start();
		const there = bench.start();
		const path = bench.session(session);
		const id = await here.opened(path);
		assert.equal(await there.opened(path), id);
		if (looked) {
			await here.view(id);
		}
		await there.view(id);
		return { here, there, path, id };
	}

	for (const looked of [false, true]) {
		const when = looked ? 'looked at' : 'opened';
		it(`is not made again under its old id where it was only ${when}`, async () => {
			const { here, there, path, id } = await both({ looked });
			await there.compacted(id);
			await there.methods.delete({ id });
			await assert.rejects(here.compact(id), { code: 'unknown-conversation' });
			const again = await here.opened(path);
			await here.compacted(again);
			assert.equal(await there.opened(path), again);
			assert.equal((await there.view(again)).compactions, 1);
			assert.equal((await there.methods.list(null)).length, 1);
		});
	}

	it('begins afresh where its file is opened again, and stays as it is in that window', async () => {
		const { here, there, path, id } = await both({ looked: true });
		await here.say(id, 'And now?');
		await here.methods.pause({ id, paused: true });
		there.configure({ excluded: [id] });
		await there.methods.keep({ id, keep: false });
		assert.equal(await here.opened(path), id);
		const fresh = await here.view(id);
		assert.deepEqual([fresh.messages, fresh.status.paused], [48, false]);
		await here.compacted(id);
		const own = await there.view(id);
		assert.deepEqual([own.messages, own.compactions, own.status.kept], [50, 0, false]);
		assert.equal((await here.view(id)).status.kept, true);
	});
});

describe('a conversation that nobody looks at any more', () => {
	const bench = workerBench();

	it('is let go of where its file has all of it', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.view(id);
		await rig.methods.close({ id });
		assert.deepEqual(await rig.methods.list(null), []);
	});

	it('stays where something of it is in memory only', async () => {
		const rig = bench.start({ keep: false });
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await rig.methods.close({ id });
		const { compactions, status } = await rig.view(id);
		assert.deepEqual([compactions, status.kept, status.viewed], [1, false, false]);
	});
});
