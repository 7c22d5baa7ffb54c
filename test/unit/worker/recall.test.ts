import assert from 'node:assert/strict';
import type { FoundMessages } from '../../../src/conversations/recall/searching.ts';
import { session, workerBench, workerSettings, type WorkerRig } from '../../support/workerRig.ts';

describe('recall for a model', () => {
	const bench = workerBench();
	const gone = { code: 'unknown-conversation' };

	const recalled = (rig: WorkerRig, id: string) =>
		rig.methods.recall({ id, number: 1, anyWorkspace: false });
	const found = (rig: WorkerRig, id: string) =>
		rig.methods.recallSearch({ id, text: 'Request', anyWorkspace: false });

	/** A conversation that was compacted in one workspace, and a window of another on the same store. */
	async function elsewhere() {
		const rig = bench.start({ workspace: 'file:///work' });
		const path = bench.session(session);
		const id = await rig.opened(path);
		await rig.compacted(id);
		return { rig, id, path, other: bench.start({ workspace: 'file:///elsewhere' }) };
	}

	it('answers for the conversations of its workspace', async () => {
		const { rig, id } = await elsewhere();
		const next = bench.start({ workspace: 'file:///work' });
		for (const window of [rig, next]) {
			assert.equal((await recalled(window, id)).kind, 'recalled');
			assert.ok((await found(window, id)).hits.length > 0);
		}
	});

	it('leaves out of a search what the context of the model that asks still has', async () => {
		const rig = bench.start({ workspace: 'file:///work' });
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		const asked = async (text: string, inContext: boolean) =>
			rig.methods.recallSearch({ id, text, anyWorkspace: false, inContext });
		const numbers = ({ hits }: FoundMessages) => hits.map(({ number }) => number);
		const latest = session.length - 1;
		assert.ok(numbers(await asked('"Request 23"', false)).includes(latest));
		const found = await asked('"Request 23"', true);
		assert.deepEqual([numbers(found), found.inContext], [[], [latest]]);
		assert.deepEqual(numbers(await asked('"Request 5"', true)), [11]);
	});

	it('answers for none of another workspace, however its handle came to be known', async () => {
		const { id, other } = await elsewhere();
		await assert.rejects(recalled(other, id), gone);
		await assert.rejects(found(other, id), gone);
		// That it was asked for opens no door.
		await assert.rejects(recalled(other, id), gone);
	});

	it('answers for one that the person looks at, whatever workspace it is from', async () => {
		const { id, other } = await elsewhere();
		await other.view(id);
		assert.equal((await recalled(other, id)).kind, 'recalled');
		assert.ok((await found(other, id)).hits.length > 0);
	});

	it('answers for none of another workspace whose file is listed here and was not looked at', async () => {
		const { id, path, other } = await elsewhere();
		assert.equal(await other.opened(path), id);
		await assert.rejects(recalled(other, id), gone);
	});

	it('keeps to the workspace for the forks of a deleted conversation', async () => {
		const { rig, id, other } = await elsewhere();
		const { id: fork } = await rig.methods.fork({ id, messages: 20 });
		await rig.methods.delete({ id });
		assert.equal((await recalled(rig, id)).kind, 'recalled');
		await assert.rejects(recalled(other, id), gone);
		await assert.rejects(recalled(other, fork), gone);
	});

	it('answers for none of a window without a workspace in one with', async () => {
		const rig = bench.start();
		const { workspace: _workspace, ...withoutWorkspace } = workerSettings;
		rig.service.configure(withoutWorkspace);
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await assert.rejects(recalled(bench.start({ workspace: 'file:///elsewhere' }), id), gone);
	});
});
