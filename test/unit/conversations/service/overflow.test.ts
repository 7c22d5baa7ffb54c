import assert from 'node:assert/strict';
import { assistant, prose, system, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, ServiceRig, soft } from '../../../support/serviceRig.ts';

describe('a context that the provider finds too long', () => {
	/** A question that its provider refuses, in a conversation of so many tokens. */
	async function refused(tokens: number) {
		const rig = await rigWith(tokens);
		rig.submit('The question');
		await settled();
		const isShorter = rig.lastTurn.tooLong();
		await settled();
		return { rig, isShorter };
	}

	it('is compacted, and has the question still', async () => {
		const { rig, isShorter } = await refused(4_000);
		assert.equal(rig.lastSummary.job.trigger, 'overflow');
		await rig.lastSummary.write();
		assert.equal(await isShorter, true);
		const { tokens, messages } = rig.lastTurn.context;
		assert.ok(tokens < 3_000);
		assert.equal(messages.at(-1)?.content, 'The question');
		assert.deepEqual(rig.notices, ['overflow']);
		assert.equal(rig.said.filter((line) => line === 'user: The question').length, 1);
	});

	it('takes a compaction that runs already, and makes its own where that is not enough', async () => {
		const { rig, isShorter } = await refused(soft + 100);
		assert.deepEqual(
			rig.summaries.map(({ job }) => job.trigger),
			['automatic'],
		);
		await rig.lastSummary.fail();
		assert.equal(rig.summaries.length, 2);
		assert.equal(rig.lastSummary.job.trigger, 'overflow');
		await rig.lastSummary.write();
		assert.equal(await isShorter, true);
	});

	it('is compacted whatever is paused', async () => {
		const rig = await rigWith(4_000);
		rig.actor.pause(true);
		rig.submit();
		await settled();
		void rig.lastTurn.tooLong();
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is said to be too large before it is sent, where no compaction can help', async () => {
		const rig = new ServiceRig();
		rig.actor.clientTurns.append([system(prose(47_000)), user('Hello'), assistant('Hi.')]);
		rig.submit('The question');
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
		const { rig, isShorter } = await refused(4_000);
		await rig.lastSummary.fail();
		assert.equal(await isShorter, true);
		const { active } = rig.actor.conversation;
		assert.equal(active?.summariser.kind, 'built-in');
		rig.assertSound();
	});

	it('that cannot become shorter stays as it was', async () => {
		const rig = new ServiceRig();
		rig.submit('word '.repeat(3_000));
		await settled();
		assert.equal(await rig.lastTurn.tooLong(), false);
	});
});
