import assert from 'node:assert/strict';
import { user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { hard, pass, rigWith, soft } from '../../../support/serviceRig.ts';

describe('two windows on one store', () => {
	it('do not compact at once: the second is refused, with the reason', async () => {
		const rig = await rigWith(4_000);
		const other = rig.newService();
		const first = rig.service.of(rig.id).compact();
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
		void rig.service.of(rig.id).compact();
		await settled();
		const submission = other.of(rig.id).submit(user('From the other window'));
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
		void rig.service.of(rig.id).compact();
		await settled();
		void other.of(rig.id).submit(user('From the other window'));
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
		rig.service.of(rig.id).pause(true);
		const { ended } = other.of(rig.id).compact();
		await settled();
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		assert.equal(rig.store.find(rig.id)?.state.paused, true);
	});
});

describe('turns in two windows', () => {
	/** A turn that is being answered in one window, and another window. */
	async function answering() {
		const rig = await rigWith(300);
		const other = rig.newService();
		const first = rig.submit('Here');
		await settled();
		return { rig, other, first };
	}

	it('are answered one at a time: the second waits, which is told once', async () => {
		const { rig, other, first } = await answering();
		const second = other.of(rig.id).submit(user('There'));
		await settled();
		await pass(rig);
		await pass(rig);
		assert.equal(rig.turns.length, 1);
		assert.deepEqual(rig.notices, ['answering-elsewhere']);
		assert.equal(rig.said.at(-1), 'user: Here');
		await rig.lastTurn.answer('I see.');
		assert.equal((await first.ended).kind, 'answered');
		assert.equal(rig.turns.length, 1);
		await pass(rig);
		assert.equal(rig.turns.length, 2);
		assert.deepEqual(rig.said.slice(-3), ['user: Here', 'assistant: I see.', 'user: There']);
		await rig.lastTurn.answer('I see that, too.');
		assert.equal((await second.ended).kind, 'answered');
		rig.assertSound(other);
	});

	it('go on in the other window however the first one ended', async () => {
		for (const end of ['failed', 'rejected', 'stopped', 'closed'] as const) {
			const { rig, other, first } = await answering();
			const second = other.of(rig.id).submit(user('There'));
			await settled();
			await {
				failed: () => rig.lastTurn.fail(),
				rejected: () => rig.lastTurn.reject(new Error('oops')),
				stopped: () => Promise.resolve(first.cancel()),
				closed: () => rig.service.close(rig.id),
			}[end]();
			await settled();
			await pass(rig);
			assert.equal(rig.turns.length, 2, end);
			await rig.lastTurn.answer();
			assert.equal((await second.ended).kind, 'answered', end);
		}
	});

	it('fail where nobody can tell whether the other one answers', async () => {
		const rig = await rigWith(300);
		rig.faults.failNext('claim');
		const { ended } = rig.submit('Here');
		const end = await ended;
		assert.ok(end.kind === 'not-answered' && end.cause.kind === 'store');
		assert.notEqual(rig.said.at(-1), 'user: Here');
	});
});
