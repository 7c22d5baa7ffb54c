import assert from 'node:assert/strict';
import { assistant, call, result, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { hard, rigWith, ServiceRig, soft } from '../../../support/serviceRig.ts';

describe('a conversation that a client leads', () => {
	const never = new AbortController().signal;

	it('appends what the client says was said, at once, also while a turn of ours runs', async () => {
		const rig = new ServiceRig();
		void rig.submit('Mine');
		await settled();
		rig.service.of(rig.id).clientTurns.follow([assistant('Theirs')]);
		assert.deepEqual(rig.said, ['user: Mine', 'assistant: Theirs']);
	});

	it('tries three compactions in a turn at most, whatever its requests, and afresh in the next', async () => {
		const rig = await rigWith(hard + 100);
		for (let request = 1; request <= 4; request += 1) {
			rig.service
				.of(rig.id)
				.clientTurns.follow([assistant('', call(`${request}`)), result(`${request}`)]);
			const next = rig.service.of(rig.id).clientTurns.nextContext(never);
			await settled();
			if (request < 4) {
				assert.equal(rig.summaries.length, request);
				await rig.lastSummary.fail();
			}
			await next;
		}
		assert.equal(rig.summaries.length, 3);
		assert.ok(rig.notices.includes('attempts-used'));
		rig.service.of(rig.id).clientTurns.follow([assistant('Done.'), user('And now?')]);
		const next = rig.service.of(rig.id).clientTurns.nextContext(never);
		await settled();
		assert.equal(rig.summaries.length, 4);
		await rig.lastSummary.fail();
		await next;
	});

	it('goes on at once above the soft threshold, and has the summary when its task is done', async () => {
		const rig = await rigWith(soft + 100);
		const { clientTurns } = rig.service.of(rig.id);
		const { messages: before } = await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
		await settled();
		await rig.lastSummary.write();
		clientTurns.follow([assistant('', call('1')), result('1')]);
		await clientTurns.nextContext(never);
		assert.equal(rig.store.records(rig.id).length, 0);
		clientTurns.requestEnded(false);
		clientTurns.follow([assistant('Done.'), user('And now?')]);
		const { messages: after } = await clientTurns.nextContext(never);
		assert.ok(after.length < before.length);
	});

	it('has the summary with the next message of the person, where nobody says that a task is done', async () => {
		const rig = await rigWith(soft + 100);
		const { clientTurns } = rig.service.of(rig.id);
		await clientTurns.nextContext(never);
		await settled();
		await rig.lastSummary.write();
		assert.equal(rig.store.records(rig.id).length, 0);
		clientTurns.follow([assistant('Done.'), user('And now?')]);
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('has it in the middle of a task where the next request would not fit', async () => {
		const rig = await rigWith(soft + 100);
		const { clientTurns } = rig.service.of(rig.id);
		await clientTurns.nextContext(never);
		await settled();
		await rig.lastSummary.write();
		clientTurns.follow([assistant('', call('1')), result('1', 'word '.repeat(hard - soft))]);
		await clientTurns.nextContext(never);
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('lets a compaction go on when the client stops waiting for it', async () => {
		const rig = await rigWith(hard + 100);
		const controller = new AbortController();
		const waiting = rig.service.of(rig.id).clientTurns.nextContext(controller.signal);
		await settled();
		controller.abort();
		await assert.rejects(waiting);
		await rig.lastSummary.write();
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('takes the sum of a request for its size, where no provider counts', async () => {
		const rig = await rigWith(hard + 100);
		const next = rig.service.of(rig.id).clientTurns.nextContext(never);
		await settled();
		await rig.lastSummary.write();
		await next;
		assert.equal(rig.service.of(rig.id).status.size.kind, 'pending');
		rig.service.of(rig.id).clientTurns.follow([assistant('Yes.'), user('Go on.')]);
		await rig.service.of(rig.id).clientTurns.nextContext(never);
		assert.equal(rig.service.of(rig.id).status.size.kind, 'measured');
	});

	it('takes a provider’s count of the prompt over its own', async () => {
		const rig = await rigWith(1_000);
		await rig.service.of(rig.id).clientTurns.nextContext(never);
		rig.service.living(rig.id)?.clientTurns.promptTokens(4_321);
		assert.equal(rig.tokens, 4_321);
	});
});
