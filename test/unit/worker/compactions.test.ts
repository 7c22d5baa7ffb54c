import assert from 'node:assert/strict';
import { textOf } from '../../../src/messages/message.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { at, prose, system, user } from '../../support/logs.ts';
import { loadTokenCounter } from '../../../src/worker/tokenCounter.ts';
import { session, turns, workerBench } from '../../support/workerRig.ts';

describe('compactions in the worker', () => {
	const bench = workerBench();

	async function started(messages = session) {
		const rig = bench.start();
		return { rig, id: await rig.opened(bench.session(messages)) };
	}

	/** Two compactions, with messages in between. */
	async function twice() {
		const { rig, id } = await started();
		await rig.compacted(id);
		bench.session([...session, ...turns(24, 24)]);
		await rig.opened(bench.path('session.json'));
		await rig.compacted(id, { focus: redact('the parser') });
		const { history } = (await rig.view(id)).status;
		return { rig, id, first: at(history, 0), second: at(history, 1) };
	}

	it('are refused with the reason', async () => {
		const { rig, id } = await started();
		await rig.compacted(id);
		assert.deepEqual(await rig.compact(id), { kind: 'refused', reason: 'nothing-new' });
		assert.equal((await rig.view(id)).status.nothingNew, true);
		const short = await rig.opened(bench.session(turns(1), 'short.json'));
		assert.deepEqual(await rig.compact(short), { kind: 'refused', reason: 'too-short' });
	});

	it('fail with what went wrong, and leave everything as it was', async () => {
		const { rig, id } = await started();
		rig.host.models = () => Promise.reject(new Error('no host'));
		assert.deepEqual(await rig.compact(id), { kind: 'failed', message: 'no host' });
		assert.equal((await rig.view(id)).compactions, 0);
	});

	it('of an unknown conversation are a failure that says so', async () => {
		const rig = bench.start();
		const unknown = { code: 'unknown-conversation' };
		const id = 'gone';
		for (const ask of [
			() => rig.view(id),
			() => rig.compact(id),
			() => rig.methods.preview({ id }),
			() => rig.methods.undo({ id }),
			() => rig.methods.handoff({ id }),
			() => rig.methods.context({ id }),
			() => rig.methods.pause({ id, paused: true }),
		]) {
			await assert.rejects(ask, unknown);
		}
	});

	it('go on where whoever looked at a file closes it', async () => {
		const rig = bench.start({ keep: false });
		const id = await rig.opened(bench.session(session));
		const held = await rig.heldCompaction(id);
		await rig.methods.close({ id });
		held.release();
		assert.equal((await held.result).kind, 'committed');
		assert.equal((await rig.view(id)).compactions, 1);
	});

	it('show the requests that stay word for word, and to which the summary only points', async () => {
		const { rig, id } = await started();
		await rig.compacted(id);
		const { sections = [] } = await rig.view(id);
		const [task] = sections;
		const number = task?.items[0]?.sources[0] ?? 0;
		assert.ok(number > ((await rig.view(id)).receipt?.range[1] ?? 0));
		const { content } = at(session, number - 1);
		assert.equal(task?.items[0]?.request?.slice(0, 40), textOf(content).slice(0, 40));
		const goal = sections.find(({ title }) => title === 'Goal')?.items[0];
		const first = at(session, (goal?.sources[0] ?? 0) - 1);
		assert.equal(goal?.request?.slice(0, 40), textOf(first.content).slice(0, 40));
		const counter = await loadTokenCounter();
		const handedOver = task?.items.map(({ text }) => `- ${text}`).join('\n');
		assert.equal(task?.tokens, counter.count(handedOver ?? ''));
		const others = sections.filter(({ title }) => title !== 'Active Task' && title !== 'Goal');
		assert.ok(others.every(({ items }) => items.every(({ request }) => request === undefined)));
	});

	it('can each be looked at, whichever is active', async () => {
		const { rig, id, first, second } = await twice();
		const now = await rig.view(id);
		const look = (record: number) => rig.methods.recordView({ id, record });
		assert.deepEqual(await look(second.id), {
			entry: second,
			receipt: now.receipt,
			handoffTokens: now.meter.summary,
			sections: now.sections,
			...(now.appendix === undefined ? {} : { appendix: now.appendix }),
		});
		const earlier = await look(first.id);
		assert.deepEqual(earlier?.entry, first);
		assert.equal(earlier.sections.length, 13);
		assert.equal(earlier.receipt?.tokensAfter, first.tokensAfter);
		assert.equal(await look(second.id + 1_000), undefined);
	});

	it('have a handoff each', async () => {
		const { rig, id, first } = await twice();
		const { handoff } = rig.methods;
		const older = await handoff({ id, record: first.id });
		const newest = await handoff({ id });
		assert.match(older ?? '', /^\[Handoff/);
		assert.notEqual(older, newest);
		assert.equal(await handoff({ id, record: 99 }), undefined);
	});

	it('are undone and redone, also after a reload', async () => {
		const { rig, id, first, second } = await twice();
		assert.deepEqual(await rig.methods.undo({ id }), { kind: 'activated' });
		const next = await bench.restart(rig);
		const undone = (await next.view(id)).status;
		assert.deepEqual([undone.active, undone.canUndo, undone.canRedo], [first.id, true, true]);
		assert.ok((undone.restsUntil ?? 0) > 0);
		assert.deepEqual(await next.methods.redo({ id }), { kind: 'activated' });
		const redone = (await next.view(id)).status;
		assert.deepEqual([redone.active, redone.canRedo], [second.id, false]);
		assert.equal(redone.restsUntil, undefined);
	});

	it('are gone back to, each of them and the log as it is', async () => {
		const { rig, id, first } = await twice();
		const { restore } = rig.methods;
		assert.equal((await restore({ id, record: first.id })).kind, 'activated');
		assert.equal((await rig.view(id)).status.active, first.id);
		assert.equal((await restore({ id })).kind, 'activated');
		const view = await rig.view(id);
		assert.deepEqual([view.status.active, view.compactions], [undefined, 2]);
		assert.equal(view.meter.summary, 0);
	});

	it('are previewed, and carried out as previewed', async () => {
		const { rig, id } = await started();
		const end = await rig.methods.preview({ id, focus: redact('the parser') });
		assert.ok(end.kind === 'preview');
		const { preview } = end;
		assert.equal(rig.host.plans.length, 0, 'no model is asked');
		assert.ok(preview.after < preview.before);
		const applied = await rig.compact(id, { focus: redact('the parser') });
		assert.equal(applied.kind, 'committed');
		const { receipt, status } = await rig.view(id);
		assert.deepEqual(receipt?.range, [preview.summarised.start + 1, preview.summarised.end]);
		assert.deepEqual([receipt?.focus, status.kept], ['the parser', true]);
	});

	it('are expected to cost no reading by a model where none answers', async () => {
		const rig = bench.start();
		const path = bench.session(turns(200));
		const { conversations } = await rig.methods.open({ path, window: 30_000 });
		const { id } = at(conversations, 0);
		const { next } = (await rig.view(id)).meter;
		assert.ok(next !== undefined);
		rig.configure({ summaryWriter: { kind: 'answering', wasUsed: false } });
		assert.equal((await rig.view(id)).meter.next?.cost, next.cost);
	});

	it('count the messages that people see numbered, also those that a context sends as one', async () => {
		const rig = bench.start();
		const [first, ...others] = session;
		const both = first === undefined ? others : [first, user('And another thing.'), ...others];
		const id = await rig.opened(bench.session(both));
		const { head } = (await rig.view(id)).meter;
		const planned = await rig.methods.preview({ id });
		assert.ok(planned.kind === 'preview');
		await rig.compacted(id);
		const { receipt, meter, messages } = await rig.view(id);
		assert.deepEqual([receipt?.messagesBefore, messages], [both.length, both.length]);
		const { kept = 0, digested = 0, messagesAfter } = receipt ?? {};
		assert.equal(messagesAfter, kept + digested + 1);
		assert.equal(meter.head, head);
	});

	it('count the note to the model with the system prompt, and not as tools', async () => {
		const { rig, id } = await started([system('Be brief.'), ...session]);
		await rig.compacted(id);
		const { meter } = await rig.view(id);
		assert.equal(meter.fixed, 0);
		const outline = await rig.methods.sessionOutline({ id, side: 'context' });
		const { head, summary, tail } = meter;
		assert.equal(
			outline.tokens.reduce((sum, tokens) => sum + tokens, 0),
			head + summary + tail,
		);
	});

	it('in view show the built-in summary until a model has written, and nothing is done where it saves little', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		const wish = { id, isWanted: false };
		const done = await rig.methods.compactInView(wish);
		assert.equal(done.kind, 'committed');
		const shown = rig.progress.find(({ meanwhile }) => meanwhile !== undefined);
		assert.deepEqual(shown?.meanwhile, (await rig.view(id)).sections);
		// The first request is most of it, and stays.
		const small = [user(prose(6_000)), ...turns(13).slice(1)];
		const other = await rig.opened(bench.session(small, 'small.json'));
		const told = rig.of('job').length;
		const little = await rig.methods.compactInView({ id: other, isWanted: false });
		assert.deepEqual([little.kind, rig.of('job').length], ['saves-little', told]);
		const wanted = await rig.methods.compactInView({ id: other, isWanted: true });
		assert.equal(wanted.kind, 'committed');
	});

	for (const how of ['compact', 'compactInView'] as const) {
		it(`are called off also while the conversation is still being read (${how})`, async () => {
			const { rig, id } = await started(turns(200));
			const result = rig.methods[how]({ id, isWanted: true });
			await rig.methods.cancelCompaction({ id });
			assert.deepEqual(await result, { kind: 'cancelled' });
			assert.equal((await rig.view(id)).compactions, 0);
			await rig.compacted(id);
		});
	}

	it('end when they are cancelled', async () => {
		const { rig, id } = await started();
		const { result } = await rig.heldCompaction(id);
		await rig.methods.cancelCompaction({ id });
		assert.deepEqual(await result, { kind: 'cancelled' });
		assert.equal((await rig.view(id)).compactions, 0);
	});

	it('come too late after an undo, and are applied or discarded then', async () => {
		const { rig, id } = await started();
		await rig.compacted(id);
		for (const kept of [true, false]) {
			const { result, release } = await rig.heldCompaction(id, { source: 'originals' });
			await rig.methods.undo({ id });
			release();
			const end = await result;
			assert.ok(end.kind === 'proposed');
			assert.equal(end.reason, 'changed');
			assert.equal((await rig.view(id)).status.proposal, 'changed');
			if (kept) {
				const applied = await rig.methods.applyProposal({ id });
				assert.equal(applied.kind, 'committed');
				assert.equal((await rig.view(id)).status.proposal, undefined);
			} else {
				await rig.methods.discardProposal({ id });
				assert.equal((await rig.view(id)).status.proposal, undefined);
				assert.deepEqual(await rig.methods.applyProposal({ id }), {
					kind: 'refused',
					reason: 'not-there',
				});
			}
		}
	});

	it('by themselves are paused for one conversation, also after a reload', async () => {
		const { rig, id } = await started();
		await rig.methods.pause({ id, paused: true });
		const next = await bench.restart(rig);
		assert.equal((await next.view(id)).status.paused, true);
		await next.methods.pause({ id, paused: false });
		assert.equal((await next.view(id)).status.paused, false);
	});
});
