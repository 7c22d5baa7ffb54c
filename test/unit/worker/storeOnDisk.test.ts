import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { takeLock } from '../../../src/conversations/store/fileLock.ts';
import { filesIn } from '../../../src/conversations/store/files.ts';
import { settled } from '../../support/scriptedClients.ts';
import { session, workerBench, type WorkerRig } from '../../support/workerRig.ts';

describe('a store that a newer Precis has written', () => {
	const bench = workerBench();

	/** A window on it, with a conversation in it that has a compaction. */
	async function older() {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await rig.shutDown();
		const database = new DatabaseSync(filesIn(bench.storage()).database);
		database.exec('pragma user_version = 99');
		database.close();
		return { rig: bench.start({ retention: { maxAgeMs: 0 } }), id };
	}

	const unkeptIn = (rig: WorkerRig): readonly unknown[] =>
		rig.of('not-kept').map(({ conversation, reason }) => [conversation, reason]);

	it('can be read, which is told', async () => {
		const { rig, id } = await older();
		assert.equal((await rig.view(id)).compactions, 1);
		assert.deepEqual(
			rig.of('store').map(({ status }) => status),
			['read-only'],
		);
		assert.deepEqual(unkeptIn(rig), []);
	});

	it('is not pruned', async () => {
		const { rig, id } = await older();
		await rig.methods.size(null);
		await settled();
		assert.deepEqual(rig.of('unexpected'), []);
		assert.equal((await rig.view(id)).messages, 48);
	});

	it('has its conversations continued in memory, which is told', async () => {
		const { rig, id } = await older();
		await rig.say(id, 'And now?');
		assert.deepEqual(unkeptIn(rig), [[id, 'read-only']]);
		const { messages, status } = await rig.view(id);
		assert.deepEqual([messages, status.kept], [50, false]);
		assert.equal((await bench.start().view(id)).messages, 48);
	});
});

describe('a store of a window that is shut down', () => {
	const bench = workerBench();

	it('is let go of', async () => {
		const rig = bench.start();
		await rig.methods.size(null);
		const { inUse } = filesIn(bench.storage());
		assert.equal(takeLock(inUse, 'exclusive', 0), undefined);
		await rig.shutDown();
		const lock = takeLock(inUse, 'exclusive', 0);
		assert.ok(lock !== undefined);
		lock.close();
	});
});
