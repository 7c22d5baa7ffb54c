import assert from 'node:assert/strict';
import { wishesOf } from '../../../../src/compaction/changes.ts';
import {
	active,
	change,
	compacted,
	edit,
	rigWithRecords,
	said,
} from '../../../support/changedSummaries.ts';
import type { ServiceRig } from '../../../support/serviceRig.ts';

function activeId(rig: ServiceRig): number | undefined {
	return rig.store.find(rig.id)?.active;
}

/** The ids that undo, or redo, leads to until there is nothing more. */
function walk(rig: ServiceRig, step: 'undo' | 'redo'): (number | undefined)[] {
	const visited: (number | undefined)[] = [];
	while (rig.service[step](rig.id).kind === 'activated') {
		visited.push(activeId(rig));
		rig.assertSound();
		assert.ok(visited.length < 20, 'goes round in circles');
	}
	return visited;
}

describe('an undo', () => {
	it('takes back one change after another, then the compaction; a redo makes them again', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const first = edit(rig, 'Once');
		const second = edit(rig, 'Twice');
		assert.deepEqual(walk(rig, 'undo'), [first, ids[1], ids[0], undefined]);
		assert.deepEqual(walk(rig, 'redo'), [ids[0], ids[1], first, second]);
		assert.equal(rig.store.records(rig.id).length, 4);
	});

	it('of a change leaves automatic compaction as it was', async () => {
		const { rig } = await rigWithRecords(1);
		edit(rig, 'Once');
		const { restsUntil } = rig.service.open(rig.id);
		assert.equal(restsUntil, undefined);
		rig.service.undo(rig.id);
		assert.equal(rig.service.open(rig.id).restsUntil, undefined);
		rig.service.undo(rig.id);
		const rests = rig.service.open(rig.id).restsUntil;
		assert.ok(rests !== undefined);
		rig.service.redo(rig.id);
		edit(rig, 'Again');
		assert.equal(rig.service.open(rig.id).restsUntil, undefined);
	});

	it('of a summary that was made again goes back to what was on screen', async () => {
		const { rig } = await rigWithRecords(1);
		const edited = edit(rig, 'Written by a person');
		const again = await compacted(rig, { focus: 'the parser' });
		assert.ok(said(rig).includes('Written by a person'));
		rig.service.undo(rig.id);
		assert.equal(activeId(rig), edited);
		rig.assertSound();
		rig.service.redo(rig.id);
		assert.equal(activeId(rig), again);
	});
});

describe('an undo of the last compaction', () => {
	it('goes to its parent, whatever was changed since, and takes that along', async () => {
		const { rig, ids } = await rigWithRecords(2);
		change(rig, { kind: 'pin' });
		const edited = edit(rig, 'Written by a person');
		const { record } = active(rig);
		assert.equal(rig.service.undoCompaction(rig.id).kind, 'activated');
		const carrying = active(rig);
		assert.equal(carrying.parent, ids[0]);
		assert.deepEqual(wishesOf(carrying.record), wishesOf(record));
		assert.ok(rig.service.open(rig.id).restsUntil !== undefined);
		rig.assertSound();
		// Forward again: to the compaction that was undone, then to what was done to it.
		assert.deepEqual(walk(rig, 'redo').slice(0, 1), [ids[1]]);
		assert.equal(activeId(rig), edited);
	});

	it('makes no second record that says the same', async () => {
		const { rig } = await rigWithRecords(2);
		const edited = edit(rig, 'Written by a person');
		rig.service.undoCompaction(rig.id);
		const carrying = activeId(rig);
		rig.service.restore(rig.id, edited);
		rig.service.undoCompaction(rig.id);
		assert.equal(activeId(rig), carrying);
	});

	it('can itself be undone and made again', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const edited = edit(rig, 'Written by a person');
		rig.service.undoCompaction(rig.id);
		const carrying = activeId(rig);
		assert.deepEqual(walk(rig, 'undo'), [ids[0], undefined]);
		assert.deepEqual(walk(rig, 'redo'), [ids[0], carrying, ids[1], edited]);
	});

	it('keeps no item pinned that a person has unpinned since', async () => {
		const { rig, ids } = await rigWithRecords(1);
		change(rig, { kind: 'pin' });
		await rig.load(2_500);
		await compacted(rig);
		change(rig, { kind: 'unpin' }, 'Summary 1');
		rig.service.undoCompaction(rig.id);
		assert.deepEqual(wishesOf(active(rig).record).kept, []);
		assert.notEqual(activeId(rig), ids[0]);
	});

	it('is the parent itself where nothing was changed since', async () => {
		const { rig, ids } = await rigWithRecords(2);
		rig.service.undoCompaction(rig.id);
		assert.equal(activeId(rig), ids[0]);
		assert.equal(rig.store.records(rig.id).length, 2);
		rig.service.undoCompaction(rig.id);
		assert.deepEqual(rig.service.undoCompaction(rig.id), {
			kind: 'refused',
			reason: 'nothing-to-undo',
		});
	});

	it('finds what another window has done meanwhile', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const other = rig.newService();
		other.open(rig.id);
		edit(rig, 'Written there');
		other.undoCompaction(rig.id);
		assert.equal(active(rig).parent, ids[0]);
		assert.ok(said(rig).includes('Written there'));
	});
});

describe('the log as it is', () => {
	/** A conversation whose only compaction was undone, with what was changed in it. */
	async function undone(): Promise<ServiceRig> {
		const { rig } = await rigWithRecords(1);
		edit(rig, 'Written by a person');
		rig.service.undoCompaction(rig.id);
		assert.equal(activeId(rig), undefined);
		return rig;
	}

	it('remembers what a person decided for the next summary, also after a reload', async () => {
		const rig = await undone();
		const service = rig.newService();
		service.open(rig.id);
		const { ended } = service.compact(rig.id);
		await new Promise((resolve) => setImmediate(resolve));
		await rig.lastSummary.write('Summary 1');
		assert.equal((await ended).kind, 'committed');
		assert.deepEqual(said(rig), ['Written by a person']);
		assert.equal(rig.store.find(rig.id)?.state.kept, undefined);
		assert.equal(rig.store.find(rig.id)?.state.removed, undefined);
	});

	it('remembers it for another window and for an export', async () => {
		const { rig } = await rigWithRecords(1);
		const other = rig.newService();
		other.open(rig.id);
		edit(rig, 'Written by a person');
		rig.service.undoCompaction(rig.id);
		const { ended } = other.compact(rig.id);
		await new Promise((resolve) => setImmediate(resolve));
		assert.equal(rig.lastSummary.request.wishes?.kept[0]?.item.text, 'Written by a person');
		other.cancelCompaction(rig.id);
		await ended;
		const copy = rig.service.archive.import(rig.service.archive.export(rig.id));
		assert.deepEqual(copy.state.removed, ['1. Summary 1']);
		assert.equal(copy.state.kept?.[0]?.item.text, 'Written by a person');
	});

	it('shows it in the room a preview expects it to take, in every window', async () => {
		const rig = await undone();
		const other = rig.newService();
		const preview = (service = rig.service): number => {
			const end = service.preview(rig.id);
			assert.ok(end.kind === 'preview');
			return end.preview.summary;
		};
		const small = preview(other);
		rig.service.redo(rig.id);
		edit(rig, 'word '.repeat(400));
		rig.service.undoCompaction(rig.id);
		assert.ok(preview() > small);
		assert.equal(preview(other), preview());
	});

	it('forgets it when a redo or a restore goes elsewhere', async () => {
		for (const leave of [
			(rig: ServiceRig) => rig.service.redo(rig.id),
			(rig: ServiceRig) => rig.service.restore(rig.id, rig.store.records(rig.id)[0]?.id),
		]) {
			const rig = await undone();
			leave(rig);
			rig.service.restore(rig.id, undefined);
			await compacted(rig);
			assert.deepEqual(wishesOf(active(rig).record), { kept: [], removed: [] });
		}
	});

	it('does not forget it when it is restored once more', async () => {
		const rig = await undone();
		rig.service.restore(rig.id, undefined);
		await compacted(rig);
		assert.equal(wishesOf(active(rig).record).kept.length, 1);
	});
});
