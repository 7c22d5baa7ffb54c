import assert from 'node:assert/strict';
import { settled } from '../../../support/scriptedClients.ts';
import { hard, pass, rigWith, soft } from '../../../support/serviceRig.ts';

describe('two windows on one store', () => {
	it('do not compact at once: the second is refused, with the reason', async () => {
		const rig = await rigWith(4_000);
		const other = rig.newService();
		const first = rig.actor.compact();
		await settled();
		assert.deepEqual(await other.of(rig.id).compact().ended, {
			kind: 'refused',
			reason: 'running-elsewhere',
		});
		await rig.lastSummary.write();
		assert.equal((await first.ended).kind, 'committed');
	});

	it('wait for each other where a turn cannot go on, and take over what was made', async () => {
		const rig = await rigWith(hard + 100);
		const other = rig.newService();
		void rig.actor.compact();
		await settled();
		rig.submit('From the other window', other);
		await settled();
		assert.equal(rig.turns.length, 0);
		await pass(rig);
		assert.equal(rig.turns.length, 0);
		await rig.lastSummary.write();
		await pass(rig);
		assert.equal(rig.turns.length, 1);
		assert.ok(rig.lastTurn.context.tokens < soft);
		await rig.lastTurn.answer();
		rig.assertSound(other);
	});

	it('are patient, but not for ever: then the turn goes on with the reason told', async () => {
		const rig = await rigWith(hard + 100);
		const other = rig.newService();
		void rig.actor.compact();
		await settled();
		rig.submit('From the other window', other);
		await settled();
		for (let waits = 0; waits < 1_000 && rig.turns.length === 0; waits += 1) {
			await pass(rig);
		}
		assert.equal(rig.turns.length, 1);
		assert.deepEqual(rig.notices, ['running-elsewhere']);
	});

	it("do not undo each other's settings", async () => {
		const rig = await rigWith(4_000);
		const other = rig.newService();
		other.of(rig.id);
		rig.actor.pause(true);
		const { ended } = other.of(rig.id).compact();
		await settled();
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		assert.equal(rig.store.find(rig.id)?.state.paused, true);
	});
});
