import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { assistant, at, user } from '../../support/logs.ts';
import { session, turns, workerBench, type WorkerRig } from '../../support/workerRig.ts';

describe('the archive', () => {
	const bench = workerBench();

	async function started() {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		return { rig, id };
	}

	const idsOf = async (rig: WorkerRig): Promise<readonly string[]> =>
		(await rig.methods.list(null)).map(({ id }) => id);

	it('is searched across conversations, kept or not, summarised or not', async () => {
		const { rig, id } = await started();
		const other = await rig.opened(
			bench.session([user('The zebra is striped.'), assistant('So it is.')], 'zebra.json'),
		);
		await rig.view(other);
		await rig.say(id, 'Is there a zebra?', 'There is none.');
		const hits = await rig.methods.search({ text: 'zebra', limit: 10 });
		assert.deepEqual(
			new Set(hits.map(({ conversation, number }) => `${conversation} ${number}`)),
			new Set([`${other} 1`, `${id} 49`]),
		);
		assert.match(at(hits, 0).excerpt, /⟦zebra⟧/);
		const titles = new Map([
			[id, (await rig.view(id)).title],
			[other, (await rig.view(other)).title],
		]);
		assert.ok(hits.every(({ conversation, title }) => titles.get(conversation) === title));
		assert.equal((await rig.methods.search({ text: 'zebra', limit: 1 })).length, 1);
		const [early] = await rig.methods.search({ text: '"Request 3"', limit: 1 });
		assert.deepEqual([early?.conversation, early?.number], [id, 7]);
	});

	it('deletes a conversation for good, but not its file', async () => {
		const { rig, id } = await started();
		await rig.methods.delete({ id });
		assert.deepEqual(rig.of('deleted'), [{ type: 'deleted', conversation: id }]);
		await assert.rejects(rig.view(id), { code: 'unknown-conversation' });
		assert.deepEqual(await rig.methods.search({ text: 'Request', limit: 1 }), []);
		assert.ok(existsSync(bench.path('session.json')));
		const again = await rig.opened(bench.path('session.json'));
		assert.equal((await rig.view(again)).compactions, 0);
	});

	it('has a conversation no more that another window has deleted', async () => {
		const { rig, id } = await started();
		const other = bench.start();
		await other.methods.delete({ id });
		assert.deepEqual(await idsOf(rig), []);
		await assert.rejects(rig.view(id), { code: 'unknown-conversation' });
		const again = await rig.opened(bench.path('session.json'));
		const { messages, compactions } = await rig.view(again);
		assert.deepEqual([messages, compactions], [48, 0]);
	});

	it('deletes everything at once', async () => {
		const { rig, id } = await started();
		const seen = await rig.opened(bench.session(turns(2, 70), 'other.json'));
		await rig.view(seen);
		await rig.methods.deleteAll(null);
		assert.deepEqual(
			new Set(rig.of('deleted').map(({ conversation }) => conversation)),
			new Set([id, seen]),
		);
		assert.deepEqual(await idsOf(rig), []);
		await assert.rejects(rig.view(seen), { code: 'unknown-conversation' });
		assert.deepEqual(await idsOf(await bench.restart(rig)), []);
	});
});
