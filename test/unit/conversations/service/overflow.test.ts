import assert from 'node:assert/strict';
import { assistant, prose, system, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, ServiceRig, soft } from '../../../support/serviceRig.ts';

describe('a context that the provider finds too long', () => {
	const tooLong = { kind: 'context-too-long', message: 'Too long.' } as const;

	it('is compacted, and the turn is run once more', async () => {
		const rig = await rigWith(4_000);
		const submission = rig.submit('The question');
		await settled();
		await rig.lastTurn.fail(tooLong);
		assert.equal(rig.lastSummary.job.trigger, 'overflow');
		await rig.lastSummary.write();
		assert.equal(rig.turns.length, 2);
		assert.ok(rig.lastTurn.context.tokens < 3_000);
		assert.equal(rig.lastTurn.context.messages.at(-1)?.content, 'The question');
		await rig.lastTurn.answer();
		assert.equal((await submission.ended).kind, 'answered');
		assert.deepEqual(rig.notices, ['overflow']);
		assert.equal(rig.said.filter((line) => line === 'user: The question').length, 1);
	});

	it('is run once more and not again', async () => {
		const rig = await rigWith(4_000);
		const submission = rig.submit();
		await settled();
		await rig.lastTurn.fail(tooLong);
		await rig.lastSummary.write();
		await rig.lastTurn.fail(tooLong);
		assert.deepEqual(await submission.ended, {
			kind: 'not-answered',
			cause: { kind: 'model', failure: tooLong },
		});
		assert.equal(rig.turns.length, 2);
	});

	it('takes a compaction that runs already, and makes its own where that is not enough', async () => {
		const rig = await rigWith(soft + 100);
		const submission = rig.submit();
		await settled();
		assert.equal(rig.lastSummary.job.trigger, 'automatic');
		await rig.lastTurn.fail(tooLong);
		assert.equal(rig.summaries.length, 1);
		await rig.lastSummary.fail();
		assert.equal(rig.summaries.length, 2);
		assert.equal(rig.lastSummary.job.trigger, 'overflow');
		await rig.lastSummary.write();
		await rig.lastTurn.answer();
		assert.equal((await submission.ended).kind, 'answered');
	});

	it('is compacted whatever is paused', async () => {
		const rig = await rigWith(4_000);
		rig.service.of(rig.id).pause(true);
		void rig.submit();
		await settled();
		await rig.lastTurn.fail(tooLong);
		assert.equal(rig.summaries.length, 1);
	});

	it('is said to be too large before it is sent, where no compaction can help', async () => {
		const rig = new ServiceRig();
		await rig.service.of(rig.id).append([system(prose(47_000)), user('Hello'), assistant('Hi.')]);
		void rig.submit('The question');
		await settled();
		await rig.lastSummary.write();
		const told = rig.events.flatMap((event) =>
			event.type === 'notice' && event.notice.kind === 'too-large' ? [event.notice] : [],
		);
		assert.equal(told.length, 1);
		const [{ tokens, fixed, window } = assert.fail()] = told;
		assert.ok(fixed > window && tokens > fixed);
		assert.equal(rig.turns.length, 1);
	});

	it('is compacted by the built-in summariser where no model can', async () => {
		const rig = await rigWith(4_000);
		const submission = rig.submit();
		await settled();
		await rig.lastTurn.fail(tooLong);
		await rig.lastSummary.fail();
		assert.equal(rig.turns.length, 2);
		await rig.lastTurn.answer();
		assert.equal((await submission.ended).kind, 'answered');
		const { active } = rig.service.of(rig.id).conversation;
		assert.equal(active?.summariser.kind, 'built-in');
		rig.assertSound();
	});

	it('that cannot become shorter ends the turn with the failure', async () => {
		const rig = new ServiceRig();
		const submission = rig.submit('word '.repeat(3_000));
		await settled();
		await rig.lastTurn.fail(tooLong);
		const end = await submission.ended;
		assert.ok(end.kind === 'not-answered' && end.cause.kind === 'model');
		assert.equal(rig.turns.length, 1);
	});
});
