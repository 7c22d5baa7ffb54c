import assert from 'node:assert/strict';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, ServiceRig } from '../../../support/serviceRig.ts';

/** Two days after everything was made, milliseconds. */
const later = 2 * 24 * 60 * 60 * 1000;

describe('pruning', () => {
	it('deletes what is too old and does not live, and tells it', () => {
		const rig = new ServiceRig();
		const { id } = rig.service.create({ title: 'Open', source: 'test' });
		rig.service.of(id);
		rig.service.prune({ maxAgeMs: 1_000 }, later);
		assert.deepEqual(
			rig.store.list().map((conversation) => conversation.id),
			[id],
		);
		assert.deepEqual(rig.of('deleted'), [{ type: 'deleted', conversation: rig.id }]);
	});

	it('leaves what was changed within a day, which another window may show', () => {
		const rig = new ServiceRig();
		rig.service.prune({ maxAgeMs: 1_000, maxBytes: 0 }, later / 2 - 1);
		assert.equal(rig.store.list().length, 1);
	});
});

describe('reading', () => {
	it('shows what another window wrote', async () => {
		const rig = await rigWith(4_000);
		const other = rig.newService();
		const before = other.of(rig.id).read().log.length;
		await rig.turn();
		const { ended } = rig.actor.compact();
		await settled();
		await rig.lastSummary.write();
		await ended;
		const { log, compactions, activeId, context } = other.of(rig.id).read();
		assert.deepEqual([log.length, compactions], [before + 2, 1]);
		assert.equal(activeId, rig.store.find(rig.id)?.active);
		assert.deepEqual(context, rig.actor.conversation.context);
	});
});
