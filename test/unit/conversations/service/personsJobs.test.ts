import assert from 'node:assert/strict';
import { assistant, at, call, result } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith } from '../../../support/serviceRig.ts';

describe('a compaction that a person asks for', () => {
	it('keeps a message waiting, which is then answered with the summary in place', async () => {
		const rig = await rigWith(4_000);
		void rig.actor.compact();
		await settled();
		rig.submit('one');
		await settled();
		assert.equal(rig.turns.length, 0);
		assert.equal(rig.actor.clientTurns.queued?.content, 'one');
		await rig.lastSummary.write();
		assert.ok(rig.lastTurn.context.tokens < 3_000);
		assert.equal(rig.lastTurn.context.messages.at(-1)?.content, 'one');
		assert.equal(rig.actor.clientTurns.queued, undefined);
	});

	it('keeps no request waiting in the middle of a task', async () => {
		const rig = await rigWith(4_000);
		rig.submit('one');
		await settled();
		void rig.actor.compact();
		await settled();
		rig.lastTurn.append(assistant('', call('1')), result('1'));
		await rig.lastTurn.ask();
		assert.equal(rig.store.find(rig.id)?.active, undefined);
	});

	it('goes on where the turn that waits for it is stopped, whose message stays', async () => {
		const rig = await rigWith(4_000);
		const { ended } = rig.actor.compact();
		await settled();
		const one = rig.submit('one');
		await one.end();
		assert.equal(rig.stopped.length, 1);
		assert.equal(rig.actor.clientTurns.queued, undefined);
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		assert.equal(rig.said.at(-1), 'user: one');
		rig.assertSound();
	});

	it('joins the one that runs; the second who waits may leave, the first may not lose it', async () => {
		const rig = await rigWith(4_000);
		const first = rig.actor.compact();
		const leaving = new AbortController();
		const second = rig.actor.compact({}, leaving.signal);
		assert.deepEqual([first.joined, second.joined], [false, true]);
		assert.equal(first.job, second.job);
		await settled();
		leaving.abort();
		assert.deepEqual(await second.ended, { kind: 'detached' });
		await rig.lastSummary.write();
		assert.equal((await first.ended).kind, 'committed');
		assert.equal(rig.summaries.length, 1);
	});

	it('ends when nobody waits for it any more', async () => {
		const rig = await rigWith(4_000);
		const leaving = new AbortController();
		void rig.actor.compact({}, leaving.signal);
		await settled();
		leaving.abort();
		await settled();
		assert.deepEqual(at(rig.of('job-ended'), 0).result, { kind: 'cancelled' });
		assert.equal(rig.actor.compact({}, leaving.signal).joined, false);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	for (const method of ['commit', 'claim', 'find'] as const) {
		it(`fails where the store fails at ${method}, and nothing has changed`, async () => {
			const rig = await rigWith(4_000);
			const before = rig.actor.conversation.context;
			const { ended } = rig.actor.compact();
			if (method === 'commit') {
				await settled();
			}
			rig.faults.failNext(method);
			await settled();
			await rig.summaries.at(-1)?.write();
			assert.equal((await ended).kind, 'failed');
			assert.deepEqual(rig.actor.conversation.context, before);
			const again = rig.actor.compact();
			await settled();
			await rig.lastSummary.write();
			assert.equal((await again.ended).kind, 'committed');
		});
	}

	it('is masked against the turn', async () => {
		const rig = await rigWith(4_000);
		void rig.actor.compact();
		await settled();
		assert.ok(rig.lastSummary.masked);
	});

	for (const how of ['delete', 'deleteAll'] as const) {
		it(`ends where ${how} fails after the conversation was gone`, async () => {
			const rig = await rigWith(4_000);
			const { ended } = rig.actor.compact();
			await settled();
			rig.faults.failNextAfterwards(how);
			await assert.rejects(rig.service[how](rig.id), { kind: 'disk-full' });
			assert.deepEqual(await ended, { kind: 'cancelled' });
			assert.deepEqual(rig.of('deleted'), [{ type: 'deleted', conversation: rig.id }]);
		});
	}

	it('goes on where nothing could be deleted', async () => {
		const rig = await rigWith(4_000);
		const { ended } = rig.actor.compact();
		await settled();
		rig.faults.failNext('delete');
		await assert.rejects(rig.service.delete(rig.id), { kind: 'disk-full' });
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
	});
});
