import assert from 'node:assert/strict';
import { assistant, at, call, result } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import {
	hard,
	rigInBackground,
	rigWith,
	soft,
	type ServiceRig,
} from '../../../support/serviceRig.ts';

function states(rig: ServiceRig): boolean[] {
	return [...new Set(rig.of('job').map(({ progress }) => progress.phase === 'committing'))];
}

describe('a compaction above the soft threshold', () => {
	it('goes on behind the turn, which has the context as it was', async () => {
		const rig = await rigInBackground();
		assert.equal(rig.lastTurn.context.messages.length, rig.store.log(rig.id).length);
		assert.equal(rig.actor.compactor.isAwaited, false);
		await rig.lastTurn.answer();
	});

	it('is applied at the end of the turn, not in the middle of it', async () => {
		const rig = await rigInBackground();
		await rig.lastSummary.write();
		assert.equal(rig.actor.compactor.progress?.phase, 'committing');
		assert.equal(rig.store.find(rig.id)?.active, undefined);
		await rig.lastTurn.answer();
		assert.equal(at(rig.of('job-ended'), 0).result.kind, 'committed');
		assert.deepEqual(states(rig), [false, true]);
		assert.notEqual(rig.store.find(rig.id)?.active, undefined);
		rig.assertSound();
	});

	it('is ended by a cancel of its own, and the turn is not', async () => {
		const rig = await rigInBackground();
		const before = rig.actor.conversation.context;
		void rig.service.loaded(rig.id)?.compactor.cancel('job');
		await settled();
		assert.deepEqual(at(rig.of('job-ended'), 0).result, { kind: 'cancelled' });
		assert.ok(rig.lastSummary.signal.aborted);
		assert.deepEqual(rig.actor.conversation.context, before);
		await rig.lastTurn.answer();
	});

	it('makes no more progress once it has ended', async () => {
		const rig = await rigInBackground();
		void rig.service.loaded(rig.id)?.compactor.cancel('job');
		await settled();
		const told = rig.of('job').length;
		rig.lastSummary.job.onProgress({ rung: 'built-in', piece: 1, of: 1, attempt: 1 });
		assert.equal(rig.of('job').length, told);
		await rig.lastTurn.answer();
	});

	it('is kept as a proposal where it is not needed any more', async () => {
		const rig = await rigInBackground();
		await rig.lastSummary.write();
		rig.reports(3_000);
		await rig.lastTurn.answer();
		assert.equal(at(rig.of('job-ended'), 0).result.kind, 'proposed');
		const { proposal } = rig.actor.compactor;
		assert.equal(proposal?.reason, 'not-needed');
		assert.equal(rig.store.find(rig.id)?.active, undefined);
		assert.equal(rig.actor.compactor.applyProposal().kind, 'committed');
		assert.equal(rig.store.find(rig.id)?.active, proposal?.record.id);
		assert.equal(rig.actor.compactor.proposal, undefined);
		rig.assertSound();
	});
});

describe('a compaction above the hard threshold', () => {
	it('keeps the turn waiting, and gives it the smaller context', async () => {
		const rig = await rigWith(hard + 100);
		rig.submit('Please go on.');
		await settled();
		assert.equal(rig.turns.length, 0);
		await rig.lastSummary.write();
		assert.ok(rig.lastTurn.context.tokens < soft);
		assert.equal(rig.lastTurn.context.messages.at(-1)?.content, 'Please go on.');
	});

	it('keeps a turn waiting between two of its requests too', async () => {
		const rig = await rigWith(soft - 600);
		rig.submit('Please go on.');
		await settled();
		const turn = rig.lastTurn;
		turn.append(assistant('', call('1')), result('1', 'line of output\n'.repeat(500)));
		const next = turn.ask();
		await settled();
		assert.equal(rig.summaries.length, 1);
		await rig.lastSummary.write();
		assert.ok((await next).tokens < hard);
		await rig.lastTurn.answer();
		rig.assertSound();
	});

	for (const [how, end] of [
		['failed', async (rig: ServiceRig) => rig.lastSummary.fail()],
		[
			'was cancelled',
			async (rig: ServiceRig) => rig.service.loaded(rig.id)?.compactor.cancel('job'),
		],
		['was refused', async (rig: ServiceRig) => rig.lastSummary.write('word '.repeat(20_000))],
	] as const) {
		it(`that ${how} leaves the context as it was, and the message is answered`, async () => {
			const rig = await rigWith(hard + 100);
			rig.submit();
			await settled();
			const before = rig.actor.conversation.context;
			await end(rig);
			await settled();
			assert.deepEqual(rig.lastTurn.context.messages, before.messages);
			await rig.lastTurn.answer();
			assert.equal(rig.notices.length, 1);
		});
	}
});
