import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Connection } from '../../../src/conversations/store/connection.ts';
import { StoreError } from '../../../src/conversations/store/storeError.ts';
import type { StoredItem } from '../../../src/protocol/toPanel.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { at } from '../../support/logs.ts';
import { session, workerBench, type WorkerRig } from '../../support/workerRig.ts';

/** Lets nothing be written to the disk while something is done. */
async function whileFull(work: () => Promise<unknown>): Promise<void> {
	const writing = mock.method(Connection.prototype, 'transaction', function full<
		T,
	>(this: Connection, write: () => T): T {
		if (this.schema === 'kept') {
			throw new StoreError('disk-full');
		}
		this.exec('begin');
		try {
			return write();
		} finally {
			this.exec('commit');
		}
	});
	try {
		await work();
	} finally {
		writing.mock.restore();
	}
}

describe('a conversation that went on in memory while the disk was full', () => {
	const bench = workerBench();

	/** One with two compactions, and 50 messages of which two are in memory only. */
	async function unkept(): Promise<{ readonly rig: WorkerRig; readonly id: string }> {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await rig.compacted(id, { source: 'originals' });
		await whileFull(() => rig.say(id, 'And now?'));
		assert.equal((await rig.view(id)).status.kept, false);
		assert.deepEqual(
			rig.of('not-kept').map(({ reason }) => reason),
			['disk-full'],
		);
		return { rig, id };
	}

	async function firstPlace(rig: WorkerRig, id: string): Promise<StoredItem> {
		const { sections = [], status } = await rig.view(id);
		const { title, items } = at(
			sections.filter(({ items }) => items.length > 0),
			0,
		);
		return { record: status.active ?? 0, section: title, index: 0, text: at(items, 0).text };
	}

	const ways: Readonly<Record<string, (rig: WorkerRig, id: string) => Promise<unknown>>> = {
		'a message': (rig, id) => rig.say(id, 'And then?'),
		'an undo': (rig, id) => rig.methods.undo({ id }),
		'an undo of the compaction': (rig, id) => rig.methods.undoCompaction({ id }),
		'a restore': (rig, id) => rig.methods.restore({ id }),
		'a compaction': (rig, id) =>
			rig.compact(id, { source: 'originals', focus: redact('the parser') }),
		'a change of an item': async (rig, id) => {
			const place = await firstPlace(rig, id);
			return rig.methods.changeItem({ id, place, change: { kind: 'pin' } });
		},
		'a pause': (rig, id) => rig.methods.pause({ id, paused: true }),
		'its end with the window': () => Promise.resolve(),
	};
	for (const [way, work] of Object.entries(ways)) {
		it(`is written when there is room again, with ${way}`, async () => {
			const { rig, id } = await unkept();
			await work(rig, id);
			const { messages, status } = await rig.view(id);
			if (way !== 'its end with the window') {
				assert.equal(status.kept, true);
			}
			const next = await bench.restart(rig);
			const after = await next.view(id);
			assert.deepEqual(
				[after.messages, after.status.history.length, after.status.kept],
				[messages, status.history.length, true],
			);
		});
	}

	it('has a redo that is written too', async () => {
		const { rig, id } = await unkept();
		await whileFull(() => rig.methods.undo({ id }));
		await rig.methods.redo({ id });
		const { status } = await rig.view(id);
		assert.equal(status.kept, true);
		assert.deepEqual((await (await bench.restart(rig)).view(id)).status.active, status.active);
	});

	it('is kept on request, or that says every time why it failed', async () => {
		const { rig, id } = await unkept();
		const keep = () => rig.methods.keep({ id, keep: true });
		await whileFull(() => assert.rejects(keep(), { kind: 'disk-full' }));
		await whileFull(() => assert.rejects(keep(), { kind: 'disk-full' }));
		await keep();
		assert.equal((await rig.view(id)).status.kept, true);
	});

	it('stays in memory where nothing is to be kept any more', async () => {
		const { rig, id } = await unkept();
		rig.configure({ keep: false });
		await rig.methods.undo({ id });
		assert.equal((await rig.view(id)).status.kept, false);
		assert.equal((await (await bench.restart(rig)).view(id)).messages, 48);
	});
});
