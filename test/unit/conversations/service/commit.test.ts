import assert from 'node:assert/strict';
import type { JobEnd } from '../../../../src/conversations/service/job.ts';
import { assistant, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith } from '../../../support/serviceRig.ts';

describe('the commit', () => {
	it('keeps the result as a proposal when another record became active meanwhile', async () => {
		const rig = await rigWith(4_000);
		const first = rig.service.compact(rig.id);
		await settled();
		await rig.lastSummary.write();
		const [record] = rig.store.records(rig.id);
		await rig.load(3_000);
		const second = rig.service.compact(rig.id);
		await settled();
		rig.service.undo(rig.id);
		await rig.lastSummary.write();
		const end = (await second.ended) as JobEnd;
		assert.ok(end.kind === 'proposed' && end.proposal.reason === 'changed');
		assert.equal(rig.store.find(rig.id)?.active, undefined);
		assert.equal((await first.ended).kind, 'committed');
		// It updates the first record, and no redo leads to it: it never was active.
		assert.equal(end.proposal.record.parent, record?.id);
		assert.deepEqual(rig.service.redo(rig.id), { kind: 'activated', record });
		assert.equal(rig.service.redo(rig.id).kind, 'refused');
		assert.equal(rig.newService().redo(rig.id).kind, 'refused', 'nor after a reload');
		assert.equal(rig.service.applyProposal(rig.id).kind, 'committed');
		assert.deepEqual(rig.service.applyProposal(rig.id), { kind: 'refused', reason: 'not-there' });
		rig.assertSound();
	});

	it('never makes the context larger by applying a proposal', async () => {
		const rig = await rigWith(4_000);
		for (const _ of [1, 2]) {
			void rig.service.compact(rig.id);
			await settled();
			await rig.lastSummary.write();
			await rig.load(2_500);
		}
		void rig.service.compact(rig.id);
		await settled();
		await rig.lastSummary.write();
		rig.service.undo(rig.id);
		const { ended } = rig.service.compact(rig.id);
		await settled();
		rig.service.redo(rig.id);
		await rig.lastSummary.write('word '.repeat(150));
		assert.equal((await ended).kind, 'proposed');
		const before = rig.service.context(rig.id);
		const end = rig.service.applyProposal(rig.id);
		assert.ok(end.kind === 'refused' && end.reason === 'not-smaller');
		assert.deepEqual(rig.service.context(rig.id), before);
		assert.ok(rig.service.discardProposal(rig.id));
		assert.ok(!rig.service.discardProposal(rig.id));
	});

	it('leaves what was appended meanwhile in the tail', async () => {
		const rig = await rigWith(4_000);
		const { ended } = rig.service.compact(rig.id);
		await settled();
		await rig.service.append(rig.id, [user('Meanwhile'), assistant('Yes')]);
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		const { messages } = rig.service.context(rig.id);
		assert.deepEqual(messages.slice(-2), [user('Meanwhile'), assistant('Yes')]);
	});
});
