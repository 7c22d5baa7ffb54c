import assert from 'node:assert/strict';
import { textOf } from '../../../src/messages/message.ts';
import { at } from '../../support/logs.ts';
import { until } from '../../support/until.ts';
import { session, workerBench } from '../../support/workerRig.ts';

describe('messages of the person in the worker', () => {
	const bench = workerBench();

	async function started() {
		const rig = bench.start();
		return { rig, id: await rig.opened(bench.session(session)) };
	}

	it('are answered with the context', async () => {
		const { rig, id } = await started();
		await rig.compacted(id);
		const { conversation, messages } = await rig.say(id, 'And now?', 'Now we test.');
		assert.equal(conversation, id);
		assert.equal(textOf(at(messages, -1).content), 'And now?');
		assert.ok(messages.length < 48);
		const view = await rig.view(id);
		assert.deepEqual([view.messages, view.status.answering], [50, false]);
	});

	it('are durable before they are answered, and so is each part of an answer', async () => {
		const { rig, id } = await started();
		await rig.tell(id, 'And now?');
		const other = bench.start();
		assert.equal((await other.view(id)).messages, 49);
		await rig.methods.context({ id });
		assert.equal((await rig.view(id)).status.answering, true);
		await rig.reply(id, 'First, …');
		assert.equal((await other.view(id)).messages, 50);
	});

	it('survive a reload with their answers', async () => {
		const { rig, id } = await started();
		await rig.say(id, 'And now?', 'Now we test.');
		const next = await bench.restart(rig);
		assert.match(await next.said(id, 49), /And now\?[^]*Now we test\./);
	});

	it('wait for a compaction, are shown meanwhile, and stay where their turn is stopped', async () => {
		const { rig, id } = await started();
		const { result, release } = await rig.heldCompaction(id);
		await rig.tell(id, `One ${'x'.repeat(300)}`);
		const controller = new AbortController();
		const context = rig.methods.context({ id }, rig.call(controller.signal));
		await until(async () => (await rig.view(id)).status.queued !== undefined);
		assert.equal((await rig.view(id)).status.queued, `One ${'x'.repeat(196)}`);
		controller.abort();
		await assert.rejects(context);
		assert.equal((await rig.view(id)).status.queued, undefined);
		release();
		assert.equal((await result).kind, 'committed');
		assert.equal((await rig.view(id)).messages, 49);
	});

	it('wait no longer once their conversation is deleted', async () => {
		const { rig, id } = await started();
		const { result } = await rig.heldCompaction(id);
		await rig.tell(id, 'And now?');
		const context = rig.methods.context({ id });
		await until(async () => (await rig.view(id)).status.queued !== undefined);
		await rig.methods.delete({ id });
		await assert.rejects(context, { kind: 'not-found' });
		assert.equal((await result).kind, 'cancelled');
	});
});
