import assert from 'node:assert/strict';
import { StoreError } from '../../../../src/conversations/store/storeError.ts';
import {
	active,
	change,
	compacted,
	edit,
	placeOf,
	rigWithRecords,
	said,
} from '../../../support/changedSummaries.ts';
import { settled } from '../../../support/scriptedClients.ts';

describe('a person’s change to the active summary', () => {
	it('is a record of its own on the one before, on disk, and in the next request', async () => {
		const { rig, ids } = await rigWithRecords(1);
		const id = edit(rig, 'Written by a person');
		const record = active(rig);
		assert.deepEqual([record.id, record.parent, record.record.kind], [id, ids[0], 'edit']);
		rig.assertSound();
		rig.submit();
		await settled();
		assert.ok(JSON.stringify(rig.lastTurn.context.messages).includes('Written by a person'));
		const reloaded = rig.newService();
		assert.equal(reloaded.of(rig.id).conversation.activeId, id);
		rig.assertSound(reloaded);
	});
});

describe('a change that comes too late', () => {
	it('is refused where another record is active, or the item is another one', async () => {
		const { rig, ids } = await rigWithRecords(1);
		const place = placeOf(rig);
		edit(rig, 'Other words');
		const refused = { kind: 'refused', reason: 'stale' } as const;
		assert.deepEqual(rig.actor.changeItem(place, { kind: 'pin' }), refused);
		const moved = { ...place, record: active(rig).id };
		assert.deepEqual(rig.actor.changeItem(moved, { kind: 'pin' }), refused);
		rig.actor.restore(undefined);
		const gone = { ...place, record: ids[0] ?? 0 };
		assert.deepEqual(rig.actor.changeItem(gone, { kind: 'pin' }), refused);
	});

	it('is refused where another window has changed it', async () => {
		const { rig } = await rigWithRecords(1);
		const other = rig.newService();
		const place = placeOf(rig);
		other.of(rig.id).changeItem(place, { kind: 'pin' });
		assert.deepEqual(rig.actor.changeItem(place, { kind: 'pin' }), {
			kind: 'refused',
			reason: 'stale',
		});
	});

	it('is refused while a compaction runs, here or in another window', async () => {
		const { rig } = await rigWithRecords(1);
		await rig.load(2_500);
		const other = rig.newService();
		const place = placeOf(rig);
		const { ended } = rig.actor.compact();
		await settled();
		for (const service of [rig.service, other]) {
			assert.deepEqual(service.of(rig.id).changeItem(place, { kind: 'pin' }), {
				kind: 'refused',
				reason: 'busy',
			});
		}
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		assert.equal(change(rig, { kind: 'pin' }).kind, 'changed');
	});

	it('leaves everything as it was where the store fails', async () => {
		const { rig, ids } = await rigWithRecords(1);
		const context = rig.actor.conversation.context;
		rig.faults.failNext('commit');
		assert.throws(() => edit(rig, 'Lost'), StoreError);
		assert.equal(active(rig).id, ids[0]);
		assert.deepEqual(rig.actor.conversation.context, context);
		edit(rig, 'Kept');
		rig.assertSound();
	});
});

describe('what is pinned, edited and removed', () => {
	it('holds in later compactions whoever writes them, and when they are made afresh', async () => {
		const { rig } = await rigWithRecords(1);
		edit(rig, 'Written by a person');
		for (const source of ['active', 'originals', 'same'] as const) {
			await rig.load(2_500);
			await compacted(rig, { source });
			assert.ok(said(rig).includes('Written by a person'), source);
			assert.ok(!said(rig).includes('1. Summary 1'), source);
			assert.deepEqual(rig.lastSummary.request.userEdits?.removed, ['1. Summary 1']);
		}
		change(rig, { kind: 'remove' }, 'Written by a person');
		await rig.load(2_500);
		await compacted(rig);
		assert.ok(!said(rig).includes('Written by a person'));
	});

	it('is carried to a proposal from before it', async () => {
		const { rig } = await rigWithRecords(1);
		await rig.load(2_500);
		const { ended } = rig.actor.compact();
		await settled();
		rig.actor.undo();
		await rig.lastSummary.write('Proposed');
		const proposed = await ended;
		assert.ok(proposed.kind === 'proposed');
		rig.actor.redo();
		edit(rig, 'Written meanwhile');
		assert.equal(rig.actor.compactor.applyProposal().kind, 'committed');
		assert.equal(active(rig).parent, proposed.record);
		assert.deepEqual(said(rig), ['Written meanwhile', '1. Proposed']);
		rig.assertSound();
	});
});
