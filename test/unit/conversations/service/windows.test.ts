import assert from 'node:assert/strict';
import { user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { hard, pass, rigWith, soft } from '../../../support/serviceRig.ts';

describe('two windows on one store', () => {
	it('do not compact at once: the second is refused, with the reason', async () => {
		const rig = await rigWith(4_000);
		const other = rig.newService();
		const first = rig.service.compact(rig.id);
		await settled();
		assert.deepEqual(await other.compact(rig.id).ended, {
			kind: 'refused',
			reason: 'running-elsewhere',
		});
		await rig.lastSummary.write();
		assert.equal((await first.ended).kind, 'committed');
	});

	it('wait for each other where a turn cannot go on, and take over what was made', async () => {
		const rig = await rigWith(hard + 100);
		const other = rig.newService();
		void rig.service.compact(rig.id);
		await settled();
		const submission = other.submit(rig.id, user('From the other window'));
		await settled();
		assert.equal(rig.turns.length, 0);
		await pass(rig);
		assert.equal(rig.turns.length, 0);
		await rig.lastSummary.write();
		await pass(rig);
		assert.equal(rig.turns.length, 1);
		assert.ok(rig.lastTurn.context.tokens < soft);
		await rig.lastTurn.answer();
		assert.equal((await submission.ended).kind, 'answered');
		rig.assertSound(other);
	});

	it('are patient, but not for ever: then the turn goes on with the reason told', async () => {
		const rig = await rigWith(hard + 100);
		const other = rig.newService();
		void rig.service.compact(rig.id);
		await settled();
		void other.submit(rig.id, user('From the other window'));
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
		other.open(rig.id);
		rig.service.pause(rig.id, true);
		const { ended } = other.compact(rig.id);
		await settled();
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		assert.equal(rig.store.find(rig.id)?.state.paused, true);
	});

	it('see what the other one said', async () => {
		const rig = await rigWith(300);
		const other = rig.newService();
		other.open(rig.id);
		void rig.submit('Here');
		await settled();
		await rig.lastTurn.answer('I see.');
		void other.submit(rig.id, user('There'));
		await settled();
		assert.deepEqual(
			rig.lastTurn.context.messages.slice(-3).map(({ content }) => content),
			['Here', 'I see.', 'There'],
		);
	});
});
