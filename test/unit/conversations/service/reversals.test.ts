import assert from 'node:assert/strict';
import { planNow, previewOf } from '../../../../src/conversations/service/preview.ts';
import { RecordTree } from '../../../../src/conversations/recordTree.ts';
import { newConversation } from '../store/samples.ts';
import { change, compacted, rigWithRecords } from '../../../support/changedSummaries.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';
import { redact } from '../../../../src/redaction/redact.ts';

function activeOf(rig: ServiceRig): number | undefined {
	return rig.store.find(rig.id)?.active;
}

describe('undo, redo and restore', () => {
	it('walk to the parent and back, and change nothing but what is active', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const log = rig.store.log(rig.id);
		const contexts = [rig.actor.conversation.context];
		for (const expected of [ids[0], undefined]) {
			assert.equal(rig.actor.undo().kind, 'activated');
			assert.equal(activeOf(rig), expected);
			contexts.push(rig.actor.conversation.context);
			rig.assertSound();
		}
		assert.deepEqual(rig.actor.undo(), {
			kind: 'refused',
			reason: 'nothing-to-undo',
		});
		for (const expected of ids) {
			rig.actor.redo();
			assert.equal(activeOf(rig), expected);
		}
		assert.deepEqual(rig.actor.redo(), {
			kind: 'refused',
			reason: 'nothing-to-redo',
		});
		assert.deepEqual(rig.actor.conversation.context, contexts[0]);
		assert.deepEqual(rig.store.log(rig.id), log);
		assert.equal(rig.store.records(rig.id).length, 2);
	});
});

describe('a rebuild from the originals', () => {
	it('summarises the log afresh, and an undo goes back to what was there before', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const { ended } = rig.actor.compact({ focus: redact('the parser'), source: 'originals' });
		await settled();
		const { request } = rig.lastSummary;
		assert.equal(request.previous, undefined);
		assert.deepEqual(request.fresh, [request.range]);
		assert.equal(request.focus, 'the parser');
		await rig.lastSummary.write('Afresh');
		const end = await ended;
		assert.ok(end.kind === 'committed');
		assert.equal(rig.store.record(rig.id, end.record)?.record.fromOriginals, true);
		rig.assertSound();
		rig.actor.undo();
		assert.equal(activeOf(rig), ids[1]);
		rig.actor.redo();
		assert.equal(activeOf(rig), end.record);
	});

	it('is made from the originals again when its summary is written again', async () => {
		const { rig, ids } = await rigWithRecords(1);
		await rig.load(2_000);
		await compacted(rig, { source: 'originals' });
		await compacted(rig, { source: 'same' });
		const [, rebuilt, again] = rig.store.records(rig.id);
		assert.equal(rig.lastSummary.request.previous, undefined);
		assert.deepEqual([rebuilt?.parent, again?.parent], [ids[0], ids[0]]);
	});
});

describe('a summary that is written again', () => {
	it('takes the place of the one before, to which an undo goes back', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const again = await compacted(rig, { source: 'same' });
		rig.actor.undo();
		assert.equal(activeOf(rig), ids[1]);
		rig.actor.redo();
		assert.equal(activeOf(rig), again);
		rig.actor.undo();
		rig.actor.undo();
		assert.equal(activeOf(rig), ids[0]);
	});

	it('gives back exactly the summary before it, not a change of that which was undone', async () => {
		const { rig, ids } = await rigWithRecords(1);
		change(rig, { kind: 'remove' });
		rig.actor.undo();
		const again = await compacted(rig, { source: 'same' });
		const records = rig.store.records(rig.id).length;
		rig.actor.undo();
		assert.equal(activeOf(rig), ids[0]);
		assert.equal(rig.store.records(rig.id).length, records);
		rig.actor.redo();
		assert.equal(activeOf(rig), again);
	});

	it('gives it back in a fork too', async () => {
		const { rig } = await rigWithRecords(1);
		change(rig, { kind: 'remove' });
		rig.actor.undo();
		await compacted(rig, { source: 'same' });
		const { id, messages } = rig.store.fork(rig.id, rig.store.log(rig.id).length, newConversation);
		const tree = new RecordTree(rig.store.records(id));
		const rewritten = tree.find(rig.store.find(id)?.active) ?? assert.fail();
		assert.ok(messages > 0);
		assert.equal(tree.before(rewritten)?.record.kind, 'compaction');
	});
});

describe('a preview', () => {
	it('says what stays and what is summarised, and asks no model', async () => {
		const rig = new ServiceRig();
		await rig.load(4_000);
		const live = rig.actor;
		const planned = planNow(live, undefined);
		assert.ok(planned.kind === 'plan');
		const { head, summarised, tail, before, after } = previewOf(live, planned.plan);
		assert.equal(head.end, summarised.start);
		assert.equal(summarised.end, tail.start);
		assert.equal(tail.end, rig.store.log(rig.id).length);
		assert.equal(before, rig.tokens);
		assert.ok(after < before);
		assert.equal(rig.summaries.length, 0);
		assert.equal(rig.store.find(rig.id)?.active, undefined);
	});
});
