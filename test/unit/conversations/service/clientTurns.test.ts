import assert from 'node:assert/strict';
import { assistant, call, result, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { hard, rigWith, soft } from '../../../support/serviceRig.ts';

describe('a conversation that a client leads', () => {
	const never = new AbortController().signal;

	it('goes on at once above the soft threshold, and has the summary when its task is done', async () => {
		const rig = await rigWith(soft + 100);
		const { clientTurns } = rig.actor;
		const { messages: before } = await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
		await settled();
		await rig.lastSummary.write();
		clientTurns.append([assistant('', call('1')), result('1')]);
		await clientTurns.nextContext(never);
		assert.equal(rig.store.records(rig.id).length, 0);
		clientTurns.requestEnded(false);
		clientTurns.append([assistant('Done.'), user('And now?')]);
		const { messages: after } = await clientTurns.nextContext(never);
		assert.ok(after.length < before.length);
	});

	it('takes the sum of a request for its size, where no provider counts', async () => {
		const rig = await rigWith(hard + 100);
		const next = rig.actor.clientTurns.nextContext(never);
		await settled();
		await rig.lastSummary.write();
		await next;
		assert.equal(rig.actor.usage.size.kind, 'pending');
		rig.actor.clientTurns.requestEnded(true);
		assert.equal(rig.actor.usage.size.kind, 'counted');
		assert.equal(rig.of('changed').at(-1), rig.events.at(-1));
	});

	it('keeps the built-in summary where the model ends without one', async () => {
		const rig = await rigWith(hard + 100);
		const next = rig.actor.clientTurns.nextContext(never);
		await settled();
		rig.timers.pass(60_000);
		await next;
		await rig.lastSummary.fail();
		const [standIn, ...more] = rig.store.records(rig.id);
		assert.equal(rig.actor.conversation.activeId, standIn?.id);
		assert.deepEqual(more, []);
	});

	it('has it in the middle of a task where the next request would not fit', async () => {
		const rig = await rigWith(soft + 100);
		const { clientTurns } = rig.actor;
		await clientTurns.nextContext(never);
		await settled();
		await rig.lastSummary.write();
		clientTurns.append([assistant('', call('1')), result('1', 'word '.repeat(hard - soft))]);
		await clientTurns.nextContext(never);
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('lets a compaction go on when the client stops waiting for it', async () => {
		const rig = await rigWith(hard + 100);
		const controller = new AbortController();
		const waiting = rig.actor.clientTurns.nextContext(controller.signal);
		await settled();
		controller.abort();
		await assert.rejects(waiting);
		await rig.lastSummary.write();
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('goes on with a built-in summary where the model hangs, and has the model’s when it is there', async () => {
		const rig = await rigWith(hard + 100);
		const { clientTurns } = rig.actor;
		const next = clientTurns.nextContext(never);
		await settled();
		rig.timers.pass(60_000);
		const { messages } = await next;
		const [standIn] = rig.store.records(rig.id);
		assert.equal(standIn?.record.summariser.kind, 'built-in');
		assert.deepEqual(messages, rig.actor.conversation.context.messages);
		clientTurns.requestEnded(true);
		clientTurns.append([assistant('', call('1')), result('1')]);
		await clientTurns.nextContext(never);
		assert.equal(rig.summaries.length, 1);
		await rig.lastSummary.write('The goal is a pier.');
		const [, summary] = rig.store.records(rig.id);
		assert.equal(summary?.parent, standIn.parent);
		assert.equal(rig.actor.conversation.activeId, summary?.id);
		assert.deepEqual(summary?.record.layout, standIn.record.layout);
		rig.assertSound();
		assert.equal(rig.timers.pending, 0);
	});

	it('offers the model’s summary where the person has changed the built-in one meanwhile', async () => {
		const rig = await rigWith(hard + 100);
		const actor = rig.actor;
		const next = actor.clientTurns.nextContext(never);
		await settled();
		rig.timers.pass(60_000);
		await next;
		actor.undo();
		await rig.lastSummary.write();
		assert.equal(actor.conversation.activeId, undefined);
		assert.equal(actor.compactor.proposal?.reason, 'changed');
	});
});
