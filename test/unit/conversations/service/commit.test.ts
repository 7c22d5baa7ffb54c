import assert from 'node:assert/strict';
import type { JobResult } from '../../../../src/conversations/service/job.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { compacted } from '../../../support/changedSummaries.ts';
import { rigWith, type ServiceRig } from '../../../support/serviceRig.ts';

/** A rig whose second compaction became a proposal, because the first was undone meanwhile. */
async function rigWithProposal(): Promise<{
	readonly rig: ServiceRig;
	readonly first: number;
	readonly proposal: number;
}> {
	const rig = await rigWith(4_000);
	const first = await compacted(rig);
	await rig.load(3_000);
	const { ended } = rig.actor.compact();
	await settled();
	rig.actor.undo();
	await rig.lastSummary.write();
	const end = await ended;
	assert.ok(end.kind === 'proposed');
	return { rig, first, proposal: end.record };
}

describe('a proposal', () => {
	it('counts as a compaction once it was applied, also after it was replaced', async () => {
		const { rig } = await rigWithProposal();
		const count = (): number => rig.actor.conversation.compactions;
		assert.equal(count(), 1);
		rig.actor.compactor.applyProposal();
		assert.equal(count(), 2);
		await compacted(rig, { source: 'same' });
		assert.equal(count(), 3);
	});

	it('that is restored is not offered any more, and a redo goes back to it', async () => {
		const { rig, first, proposal } = await rigWithProposal();
		rig.actor.restore(proposal);
		assert.equal(rig.actor.compactor.proposal, undefined);
		rig.actor.undo();
		assert.equal(rig.store.find(rig.id)?.active, first);
		rig.actor.redo();
		assert.equal(rig.store.find(rig.id)?.active, proposal);
	});
});

describe('the commit', () => {
	it('keeps the result as a proposal when another record became active meanwhile', async () => {
		const rig = await rigWith(4_000);
		const first = rig.actor.compact();
		await settled();
		await rig.lastSummary.write();
		const [record] = rig.store.records(rig.id);
		await rig.load(3_000);
		const second = rig.actor.compact();
		await settled();
		rig.actor.undo();
		await rig.lastSummary.write();
		const end = (await second.ended) as JobResult;
		assert.ok(end.kind === 'proposed' && end.reason === 'changed');
		assert.equal(rig.store.find(rig.id)?.active, undefined);
		assert.equal((await first.ended).kind, 'committed');
		// It updates the first record, and no redo leads to it: it never was active.
		assert.equal(rig.store.record(rig.id, end.record)?.parent, record?.id);
		assert.deepEqual(rig.actor.redo(), { kind: 'activated' });
		assert.equal(rig.store.find(rig.id)?.active, record?.id);
		assert.equal(rig.actor.redo().kind, 'refused');
		assert.equal(rig.newService().of(rig.id).redo().kind, 'refused', 'nor after a reload');
		assert.equal(rig.actor.compactor.applyProposal().kind, 'committed');
		assert.deepEqual(rig.actor.compactor.applyProposal(), {
			kind: 'refused',
			reason: 'not-there',
		});
		rig.assertSound();
	});

	it('never makes the context larger by applying a proposal', async () => {
		const rig = await rigWith(4_000);
		for (const _ of [1, 2]) {
			void rig.actor.compact();
			await settled();
			await rig.lastSummary.write();
			await rig.load(2_500);
		}
		void rig.actor.compact();
		await settled();
		await rig.lastSummary.write();
		rig.actor.undo();
		const { ended } = rig.actor.compact();
		await settled();
		rig.actor.redo();
		await rig.lastSummary.write('word '.repeat(150));
		assert.equal((await ended).kind, 'proposed');
		const before = rig.actor.conversation.context;
		const end = rig.actor.compactor.applyProposal();
		assert.ok(end.kind === 'refused' && end.reason === 'not-smaller');
		assert.deepEqual(rig.actor.conversation.context, before);
		rig.actor.compactor.dropProposal();
		assert.equal(rig.actor.compactor.proposal, undefined);
	});
});
