import assert from 'node:assert/strict';
import { textOf } from '../../../../src/messages/message.ts';
import { at, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith } from '../../../support/serviceRig.ts';

describe('a compaction that a person asks for', () => {
	it('keeps messages waiting, which are then answered with the summary in place', async () => {
		const rig = await rigWith(4_000);
		void rig.service.of(rig.id).compact();
		await settled();
		void rig.submit('one');
		void rig.submit('two');
		await settled();
		assert.equal(rig.service.of(rig.id).status.queued.length, 2);
		await rig.lastSummary.write();
		assert.ok(rig.lastTurn.context.tokens < 3_000);
		await rig.lastTurn.answer();
		await rig.lastTurn.answer();
		assert.equal(rig.of('turn-ended').length, 2);
	});

	it('has the message that waits for it in the log meanwhile, so that a crash swallows none', async () => {
		const rig = await rigWith(4_000);
		void rig.service.of(rig.id).compact();
		await settled();
		const one = rig.submit('one');
		assert.equal(await one.accepted, rig.store.log(rig.id).length);
		assert.equal(rig.said.at(-1), 'user: one');
		assert.deepEqual(
			rig.service.of(rig.id).status.queued.map(({ message }) => message.content),
			['one'],
		);
		assert.equal(rig.turns.length, 0);
		await rig.service.dispose();

		const next = rig.newService();
		assert.equal(rig.said.at(-1), 'user: one');
		void next.of(rig.id).recovery.resume();
		const two = next.of(rig.id).submit(user('two'));
		await settled();
		assert.equal(rig.turns.length, 0);
		await rig.lastSummary.write();
		const { messages, tokens } = rig.lastTurn.context;
		assert.ok(tokens < 3_000);
		const said = messages.map(({ content }) => textOf(content)).join('\n');
		assert.match(said, /one[^]*two$/);
		await rig.lastTurn.answer();
		assert.equal((await two.ended).kind, 'answered');
		rig.assertSound(next);
	});

	it('has a message that cannot be stored while it waits stored by its turn', async () => {
		const rig = await rigWith(4_000);
		void rig.service.of(rig.id).compact();
		await settled();
		rig.faults.failNext('append');
		const one = rig.submit('one');
		await rig.lastSummary.write();
		await rig.lastTurn.answer();
		assert.equal((await one.ended).kind, 'answered');
		assert.deepEqual(rig.said.slice(-2), ['user: one', 'assistant: Done.']);
		rig.assertSound();
	});

	it('leaves a message in the log that is taken back while it waits, and is not answered', async () => {
		const rig = await rigWith(4_000);
		void rig.service.of(rig.id).compact();
		await settled();
		const one = rig.submit('one');
		one.cancel();
		assert.deepEqual(await one.ended, { kind: 'not-answered', cause: { kind: 'stopped' } });
		await rig.lastSummary.write();
		assert.equal(rig.said.at(-1), 'user: one');
		assert.equal(rig.turns.length, 0);
		rig.assertSound();
	});

	it('joins the one that runs; the second who waits may leave, the first may not lose it', async () => {
		const rig = await rigWith(4_000);
		const first = rig.service.of(rig.id).compact();
		const leaving = new AbortController();
		const second = rig.service.of(rig.id).compact({}, leaving.signal);
		assert.deepEqual([first.joined, second.joined], [false, true]);
		assert.equal(first.job.id, second.job.id);
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
		void rig.service.of(rig.id).compact({}, leaving.signal);
		await settled();
		leaving.abort();
		await settled();
		assert.deepEqual(at(rig.of('job-ended'), 0).end, { kind: 'cancelled' });
		assert.equal(rig.service.of(rig.id).compact({}, leaving.signal).joined, false);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	for (const method of ['commit', 'claim', 'saveState', 'find'] as const) {
		it(`fails where the store fails at ${method}, and nothing has changed`, async () => {
			const rig = await rigWith(4_000);
			const before = rig.service.of(rig.id).conversation.context;
			const { ended } = rig.service.of(rig.id).compact();
			if (method === 'commit') {
				await settled();
			}
			rig.faults.failNext(method);
			await settled();
			await rig.summaries.at(-1)?.write();
			assert.equal((await ended).kind, 'failed');
			assert.deepEqual(rig.service.of(rig.id).conversation.context, before);
			const again = rig.service.of(rig.id).compact();
			await settled();
			await rig.lastSummary.write();
			assert.equal((await again.ended).kind, 'committed');
		});
	}

	it('is masked against the turn, and a turn that it sets off is not', async () => {
		const rig = await rigWith(4_000);
		rig.onEvent = (event) => {
			if (
				event.type === 'job-changed' &&
				event.job.progress !== undefined &&
				rig.submissions.length === 0
			) {
				void rig.submit('from within');
			}
		};
		void rig.service.of(rig.id).compact();
		await settled();
		assert.ok(rig.lastSummary.masked);
		await rig.lastSummary.write();
		assert.ok(!rig.lastTurn.masked);
	});

	for (const how of ['delete', 'deleteAll'] as const) {
		it(`ends where ${how} fails after the conversation was gone`, async () => {
			const rig = await rigWith(4_000);
			const { ended } = rig.service.of(rig.id).compact();
			await settled();
			rig.faults.failNextAfterwards(how);
			await assert.rejects(rig.service[how](rig.id), { kind: 'disk-full' });
			assert.deepEqual(await ended, { kind: 'cancelled' });
			assert.deepEqual(rig.of('deleted'), [{ type: 'deleted', conversation: rig.id }]);
		});
	}

	it('goes on where nothing could be deleted', async () => {
		const rig = await rigWith(4_000);
		const { ended } = rig.service.of(rig.id).compact();
		await settled();
		rig.faults.failNext('delete');
		await assert.rejects(rig.service.delete(rig.id), { kind: 'disk-full' });
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
	});
});
