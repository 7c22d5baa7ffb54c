import assert from 'node:assert/strict';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../src/conversations/fileIdentity.ts';
import { session, workerBench, type WorkerRig } from '../../support/workerRig.ts';

/** Neither what a file is called nor what is in it tells the id of its conversation. */
describe('the id of a conversation', () => {
	const bench = workerBench();
	const elsewhere = workerBench();

	const created = async (rig: WorkerRig, key: string): Promise<string> => {
		const about = { key, title: 'Of an extension', source: 'Extension', messages: [] };
		return (await rig.methods.create(about)).id;
	};
	/** What an earlier version called the conversation of a file. */
	const computed = (path: string): string => digestOf(`${realpathSync(path)}#1`);

	it('is another one in every store, for the same file and the same key', async () => {
		const path = bench.session(session);
		const [here, there] = [bench.start(), elsewhere.start()];
		assert.notEqual(await here.opened(path), await there.opened(path));
		assert.notEqual(await here.opened(path), computed(path));
		assert.notEqual(await created(here, 'one'), await created(there, 'one'));
	});

	it('stays the same: in both windows, after a reload, for a file and a key', async () => {
		const path = bench.session(session);
		const [here, there] = [bench.start(), bench.start()];
		const [file, key] = [await here.opened(path), await created(here, 'one')];
		assert.deepEqual([await there.opened(path), await created(there, 'one')], [file, key]);
		const next = await bench.restart(here);
		assert.deepEqual([await next.opened(path), await created(next, 'one')], [file, key]);
	});

	it('stays the same in a window that keeps nothing, and nothing of it is written', async () => {
		const rig = bench.start({ keep: false });
		const path = bench.session(session);
		const [file, key] = [await rig.opened(path), await created(rig, 'one')];
		await rig.view(file);
		await rig.methods.close({ id: file });
		assert.deepEqual([await rig.opened(path), await created(rig, 'one')], [file, key]);
		await rig.shutDown();
		const written = readdirSync(bench.storage(), { withFileTypes: true, recursive: true })
			.filter((one) => one.isFile())
			.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
			.join('');
		assert.ok(![file, key, computed(path)].some((text) => written.includes(text)));
	});

	it('stays the same when a conversation is kept after all, or not any more', async () => {
		const rig = bench.start({ keep: false });
		const path = bench.session(session);
		const id = await rig.opened(path);
		await rig.view(id);
		await rig.methods.keep({ id, keep: true });
		const next = await bench.restart(rig, { keep: true });
		assert.equal(await next.opened(path), id);
		await next.view(id);
		await next.methods.keep({ id, keep: false });
		const last = await bench.restart(next, { excluded: [id] });
		assert.equal(await last.opened(path), id);
		await last.compacted(id);
		assert.equal((await last.view(id)).status.kept, false);
	});

	it('is another one once its conversation was deleted', async () => {
		const rig = bench.start();
		const path = bench.session(session);
		const id = await rig.opened(path);
		await rig.compacted(id);
		await rig.methods.delete({ id });
		assert.notEqual(await rig.opened(path), id);
	});
});
