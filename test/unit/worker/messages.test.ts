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

	it('are answered by the host, which is given the context', async () => {
		const { rig, id } = await started();
		await rig.compacted(id);
		await rig.say(id, 'And now?', 'Now we test.');
		const { context } = at(rig.host.turns, 0);
		assert.equal(context.conversation, id);
		assert.equal(textOf(at(context.messages, -1).content), 'And now?');
		assert.ok(context.messages.length < 48);
		const view = await rig.view(id);
		assert.deepEqual([view.messages, view.standing.answering], [50, false]);
	});

	it('are durable before they are answered, and so is each part of an answer', async () => {
		const { rig, id } = await started();
		void rig.methods.submit({ id, content: 'And now?', answerer: 'chat' }, rig.call());
		await until(() => rig.host.turns.length === 1);
		const other = bench.start();
		assert.equal((await other.view(id)).messages, 49);
		await rig.append(at(rig.host.turns, 0), 'First, …');
		assert.equal((await other.view(id)).messages, 50);
	});

	it('survive a reload with their answers', async () => {
		const { rig, id } = await started();
		await rig.say(id, 'And now?', 'Now we test.');
		const next = await bench.restart(rig);
		assert.match(await next.said(id, 49), /And now\?[^]*Now we test\./);
	});

	it('are stopped without losing what was said so far', async () => {
		const { rig, id } = await started();
		const controller = new AbortController();
		const asked = { id, content: 'And now?', answerer: 'chat' };
		const end = rig.methods.submit(asked, rig.call(controller.signal));
		await until(() => rig.host.turns.length === 1);
		const turn = at(rig.host.turns, 0);
		await rig.append(turn, 'First, …');
		assert.equal((await rig.view(id)).standing.answering, true);
		controller.abort();
		assert.deepEqual(await end, { kind: 'not-answered', cause: { kind: 'stopped' } });
		assert.ok(turn.signal.aborted);
		await assert.rejects(rig.append(turn, 'Too late.'), { code: 'turn-over' });
		assert.equal((await rig.view(id)).messages, 50);
	});

	it('wait for their turn, are shown meanwhile, and can be taken back', async () => {
		const { rig, id } = await started();
		void rig.methods.submit({ id, content: 'One', answerer: 'chat' }, rig.call());
		await until(() => rig.host.turns.length === 1);
		const controller = new AbortController();
		const two = rig.methods.submit(
			{ id, content: 'Two', answerer: 'chat' },
			rig.call(controller.signal),
		);
		const three = rig.methods.submit(
			{ id, content: `Three ${'x'.repeat(300)}`, answerer: 'chat' },
			rig.call(),
		);
		await until(async () => (await rig.view(id)).standing.queued.length === 2);
		const { queued } = (await rig.view(id)).standing;
		assert.deepEqual(queued, ['Two', `Three ${'x'.repeat(194)}`]);
		controller.abort();
		assert.deepEqual(await two, { kind: 'not-answered', cause: { kind: 'withdrawn' } });
		await rig.answer(at(rig.host.turns, 0), 'Yes.');
		await until(() => rig.host.turns.length === 2);
		await rig.answer(at(rig.host.turns, 1), 'Yes again.');
		assert.equal((await three).kind, 'answered');
		assert.equal((await rig.view(id)).messages, 52);
	});

	it('have their turn ended when the one who asked goes away', async () => {
		const { rig, id } = await started();
		const controller = new AbortController();
		const end = rig.methods.submit(
			{ id, content: 'One', answerer: 'chat' },
			rig.call(controller.signal),
		);
		await until(() => rig.host.turns.length === 1);
		controller.abort();
		assert.deepEqual(await end, { kind: 'not-answered', cause: { kind: 'stopped' } });
	});

	it('are not sent where they were taken back before they were queued', async () => {
		const { rig, id } = await started();
		await rig.view(id);
		rig.answerWith('Too late.');
		const sent = rig.methods.submit(
			{ id, content: 'One', answerer: 'chat' },
			rig.call(AbortSignal.abort()),
		);
		await sent.catch(() => undefined);
		assert.equal(rig.host.turns.length, 0);
	});

	it('are not answered where the model fails, with the failure', async () => {
		const { rig, id } = await started();
		const failure = { kind: 'credit', message: 'No credit.' } as const;
		rig.host.onTurn = (turn) => turn.end({ kind: 'failed', failure });
		const end = await rig.methods.submit({ id, content: 'One', answerer: 'chat' }, rig.call());
		assert.deepEqual(end, { kind: 'not-answered', cause: { kind: 'model', failure } });
	});

	it('wait for another window that answers in the same conversation', async () => {
		const { rig, id } = await started();
		const here = rig.methods.submit({ id, content: 'Here', answerer: 'chat' }, rig.call());
		await until(() => rig.host.turns.length === 1);
		const other = bench.start();
		other.answerWith('Hello there.');
		const there = other.methods.submit({ id, content: 'There', answerer: 'chat' }, other.call());
		await until(() => other.of('notice').length > 0);
		assert.equal(at(other.of('notice'), 0).notice.kind, 'answering-elsewhere');
		assert.equal(other.host.turns.length, 0);
		await rig.answer(at(rig.host.turns, 0), 'Hello here.');
		assert.equal((await here).kind, 'answered');
		assert.equal((await there).kind, 'answered');
		assert.match(await rig.said(id, 51), /There[^]*Hello there\./);
	});
});
