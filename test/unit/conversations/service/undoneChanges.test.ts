import assert from 'node:assert/strict';
import { userEditsOf } from '../../../../src/compaction/changes.ts';
import { redact } from '../../../../src/redaction/redact.ts';
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
	while (rig.actor[step]().kind === 'activated') {
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
		const { restsUntil } = rig.actor.state.now;
		assert.equal(restsUntil, undefined);
		rig.actor.undo();
		assert.equal(rig.actor.state.now.restsUntil, undefined);
		rig.actor.undo();
		const rests = rig.actor.state.now.restsUntil;
		assert.ok(rests !== undefined);
		rig.actor.redo();
		edit(rig, 'Again');
		assert.equal(rig.actor.state.now.restsUntil, undefined);
	});

	it('of a summary that was made again goes back to what was on screen', async () => {
		const { rig } = await rigWithRecords(1);
		const edited = edit(rig, 'Written by a person');
		const again = await compacted(rig, { focus: redact('the parser') });
		assert.ok(said(rig).includes('Written by a person'));
		rig.actor.undo();
		assert.equal(activeId(rig), edited);
		rig.assertSound();
		rig.actor.redo();
		assert.equal(activeId(rig), again);
	});
});

describe('an undo of the last compaction', () => {
	it('goes to its parent, whatever was changed since, and takes that along', async () => {
		const { rig, ids } = await rigWithRecords(2);
		change(rig, { kind: 'pin' });
		const edited = edit(rig, 'Written by a person');
		const { record } = active(rig);
		assert.equal(rig.actor.undoCompaction().kind, 'activated');
		const carrying = active(rig);
		assert.equal(carrying.parent, ids[0]);
		assert.deepEqual(userEditsOf(carrying.record), userEditsOf(record));
		assert.ok(rig.actor.state.now.restsUntil !== undefined);
		rig.assertSound();
		// Forward again: to the compaction that was undone, then to what was done to it.
		assert.deepEqual(walk(rig, 'redo').slice(0, 1), [ids[1]]);
		assert.equal(activeId(rig), edited);
	});

	it('makes no second record that says the same', async () => {
		const { rig } = await rigWithRecords(2);
		const edited = edit(rig, 'Written by a person');
		rig.actor.undoCompaction();
		const carrying = activeId(rig);
		rig.actor.restore(edited);
		rig.actor.undoCompaction();
		assert.equal(activeId(rig), carrying);
	});

	it('keeps no item pinned that a person has unpinned since', async () => {
		const { rig, ids } = await rigWithRecords(1);
		change(rig, { kind: 'pin' });
		await rig.load(2_500);
		await compacted(rig);
		change(rig, { kind: 'unpin' }, 'Summary 1');
		rig.actor.undoCompaction();
		assert.deepEqual(userEditsOf(active(rig).record).kept, []);
		assert.notEqual(activeId(rig), ids[0]);
	});
});

describe('the log as it is', () => {
	/** A conversation whose only compaction was undone, with what was changed in it. */
	async function undone(): Promise<ServiceRig> {
		const { rig } = await rigWithRecords(1);
		edit(rig, 'Written by a person');
		rig.actor.undoCompaction();
		assert.equal(activeId(rig), undefined);
		return rig;
	}

	it('remembers what a person decided for the next summary, also after a reload', async () => {
		const rig = await undone();
		const service = rig.newService();
		service.of(rig.id);
		const { ended } = service.of(rig.id).compact();
		await new Promise((resolve) => setImmediate(resolve));
		await rig.lastSummary.write('Summary 1');
		assert.equal((await ended).kind, 'committed');
		assert.deepEqual(said(rig), ['Written by a person']);
		assert.equal(rig.store.find(rig.id)?.state.kept, undefined);
		assert.equal(rig.store.find(rig.id)?.state.removed, undefined);
	});

	it('forgets it when a redo or a restore goes elsewhere', async () => {
		for (const leave of [
			(rig: ServiceRig) => rig.actor.redo(),
			(rig: ServiceRig) => rig.actor.restore(rig.store.records(rig.id)[0]?.id),
		]) {
			const rig = await undone();
			leave(rig);
			rig.actor.restore(undefined);
			await compacted(rig);
			assert.deepEqual(userEditsOf(active(rig).record), { kept: [], removed: [] });
		}
	});
});
