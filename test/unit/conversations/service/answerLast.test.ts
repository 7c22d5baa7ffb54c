import assert from 'node:assert/strict';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, type ServiceRig } from '../../../support/serviceRig.ts';

describe('a message without an answer', () => {
	/** A rig whose last message was stopped before its answer came. */
	async function stopped(): Promise<ServiceRig> {
		const rig = await rigWith(300);
		const submission = rig.submit('Please go on.');
		await settled();
		rig.service.living(rig.id)?.stop();
		assert.equal((await submission.ended).kind, 'not-answered');
		return rig;
	}

	it('is told of, and not while it is being answered', async () => {
		const rig = await stopped();
		assert.equal(rig.service.of(rig.id).status.unanswered, true);
		const { ended } = rig.service.of(rig.id).answerLast();
		await settled();
		assert.equal(rig.service.of(rig.id).status.unanswered, false);
		await rig.lastTurn.answer('Gladly.');
		assert.deepEqual(await ended, { kind: 'answered', messages: 1, last: 6 });
		assert.equal(rig.service.of(rig.id).status.unanswered, false);
	});

	it('is answered without being said again', async () => {
		const rig = await stopped();
		const { ended } = rig.service.of(rig.id).answerLast();
		await settled();
		assert.equal(rig.lastTurn.context.messages.at(-1)?.content, 'Please go on.');
		await rig.lastTurn.answer('Gladly.');
		await ended;
		assert.deepEqual(rig.said.slice(-2), ['user: Please go on.', 'assistant: Gladly.']);
		rig.assertSound();
	});

	it('is answered after a reload', async () => {
		const rig = await stopped();
		await rig.service.dispose();
		const next = rig.newService();
		assert.equal(next.of(rig.id).status.unanswered, true);
		const { ended } = next.of(rig.id).answerLast();
		await settled();
		await rig.lastTurn.answer();
		assert.equal((await ended).kind, 'answered');
	});

	it('is answered once, however often that is asked for', async () => {
		const rig = await stopped();
		const first = rig.service.of(rig.id).answerLast();
		const second = rig.service.of(rig.id).answerLast();
		await settled();
		await rig.lastTurn.answer();
		assert.equal((await first.ended).kind, 'answered');
		assert.deepEqual(await second.ended, {
			kind: 'not-answered',
			cause: { kind: 'withdrawn' },
		});
		assert.equal(rig.turns.length, 2);
	});

	it('is none where the last word is the assistant’s', async () => {
		const rig = await rigWith(300);
		const end = await rig.service.of(rig.id).answerLast().ended;
		assert.deepEqual(end, { kind: 'not-answered', cause: { kind: 'withdrawn' } });
		assert.equal(rig.turns.length, 0);
	});
});
