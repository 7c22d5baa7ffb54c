import assert from 'node:assert/strict';
import { cacheRules } from '../../../../src/compaction/cost/cacheRules.ts';
import { requestBefore, requestSize } from '../../../../src/compaction/record.ts';
import type { ReversalResult } from '../../../../src/conversations/service/actor.ts';
import type { StoredRecord } from '../../../../src/conversations/store/store.ts';
import { textOf, type Message } from '../../../../src/messages/message.ts';
import { active, change, compacted } from '../../../support/changedSummaries.ts';
import { assistant, at, call, numberedLines, prose, result, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';

const never = new AbortController().signal;
const { lifetimeMs } = cacheRules.openai;

/** A file that is read, and once more: the first time is stale then. */
function readTwice(path: string): Message[] {
	return ['first', 'second'].flatMap((time) => [
		assistant('', call(`${path} ${time}`, 'read_file', { path })),
		result(`${path} ${time}`, numberedLines(200)),
	]);
}

/** A client's task and its answer. */
async function task(rig: ServiceRig, ...work: readonly Message[]): Promise<void> {
	const { clientTurns } = rig.actor;
	clientTurns.append([user('Please.'), ...work, assistant('', call('last')), result('last')]);
	await clientTurns.nextContext(never);
	clientTurns.requestEnded(false);
	clientTurns.append([assistant('Done.')]);
	await settled();
}

/** A conversation with a stale read, a moment after its answer. */
async function rigWithStale(): Promise<ServiceRig> {
	const rig = new ServiceRig({ settings: { window: 32_000 } });
	rig.cache = cacheRules.openai;
	// The first request finds nothing cached; only from now on there is something stale.
	await task(rig);
	await task(rig, ...readTwice('a.ts'));
	return rig;
}

const records = (rig: ServiceRig): readonly StoredRecord[] => rig.store.records(rig.id);

/** Tool results that the context has, by their length. */
const sent = (rig: ServiceRig): number[] =>
	rig.actor.conversation.context.messages.flatMap((message) =>
		message.role === 'tool' ? [textOf(message.content).length] : [],
	);

async function pruned(rig: ServiceRig): Promise<StoredRecord> {
	rig.timers.pass(lifetimeMs);
	await settled();
	const record = active(rig);
	assert.equal(record.record.kind, 'prune');
	rig.assertSound();
	return record;
}

const undo = (rig: ServiceRig): ReversalResult => rig.actor.undo();

describe('stale tool results', () => {
	it('become digests when the cache has gone cold, and not before', async () => {
		const rig = await rigWithStale();
		const before = sent(rig);
		rig.timers.pass(lifetimeMs - 1);
		await settled();
		assert.deepEqual(records(rig), []);
		rig.timers.pass(1);
		const { record } = active(rig);
		assert.equal(record.pruned, 1);
		const after = sent(rig);
		assert.equal(after.length, before.length);
		assert.deepEqual(
			after.map((length, index) => length < at(before, index)),
			[false, true, false, false],
		);
		const { size } = rig.actor.usage;
		assert.ok(size.kind !== 'pending' && size.tokens < record.tokens.before);
		assert.deepEqual(rig.summaries, []);
		rig.assertSound();
	});

	it('stay within a task, paused, and where input costs nothing', async () => {
		const rig = await rigWithStale();
		const { clientTurns } = rig.actor;
		await clientTurns.nextContext(never);
		rig.timers.pass(10 * lifetimeMs);
		await clientTurns.nextContext(never);
		assert.deepEqual(records(rig), []);
		const paused = await rigWithStale();
		paused.service.of(paused.id).pause(true);
		const free = await rigWithStale();
		free.cache = cacheRules.free;
		for (const each of [paused, free]) {
			each.timers.pass(lifetimeMs);
			assert.deepEqual(records(each), []);
		}
	});

	it('stay while another window compacts', async () => {
		const rig = await rigWithStale();
		const claim = rig.store.claim(rig.id);
		rig.timers.pass(lifetimeMs);
		assert.deepEqual(records(rig), []);
		claim?.release();
	});

	it('become digests with the first request of a task after a reload, when nothing is cached any more', async () => {
		const rig = await rigWithStale();
		rig.actor.pause(true);
		rig.timers.pass(lifetimeMs);
		rig.actor.pause(false);
		const reloaded = rig.newService();
		const { clientTurns } = reloaded.of(rig.id);
		clientTurns.append([user('Go on.')]);
		const { tokens } = await clientTurns.nextContext(never);
		assert.equal(tokens, active(rig).record.tokens.after);
		rig.assertSound(reloaded);
	});

	it('stay after a reload as long as the latest request is cached, between tasks and within one', async () => {
		for (const message of [user('Go on.'), assistant('', call('more')), result('last')]) {
			const rig = await rigWithStale();
			rig.actor.pause(true);
			rig.timers.pass(lifetimeMs - 1);
			rig.actor.pause(false);
			const { clientTurns } = rig.newService().of(rig.id);
			clientTurns.append([message]);
			await clientTurns.nextContext(never);
			assert.deepEqual(records(rig), []);
		}
	});

	it('stay in a fork as long as what it begins with is cached', async () => {
		const rig = await rigWithStale();
		const { length } = rig.store.log(rig.id);
		const forked = async (): Promise<string> => {
			const { id } = rig.service.fork(rig.id, length, { title: 'Fork', source: 'test' });
			rig.service.of(id).clientTurns.append([user('Otherwise.')]);
			await rig.service.of(id).clientTurns.nextContext(never);
			return id;
		};
		const warm = await forked();
		assert.deepEqual(rig.store.records(warm), []);
		rig.actor.pause(true);
		rig.timers.pass(lifetimeMs);
		rig.actor.pause(false);
		const cold = await forked();
		assert.equal(rig.store.records(cold).length, 1);
	});

	it('come back with an undo, which holds until the context has grown, and go with a redo', async () => {
		const rig = await rigWithStale();
		const before = sent(rig);
		const { id } = await pruned(rig);
		const after = sent(rig);
		assert.equal(undo(rig).kind, 'activated');
		assert.deepEqual(sent(rig), before);
		assert.equal(rig.actor.conversation.activeId, undefined);
		await task(rig);
		rig.timers.pass(lifetimeMs);
		assert.equal(records(rig).length, 1);
		assert.equal(rig.actor.redo().kind, 'activated');
		assert.equal(active(rig).id, id);
		assert.deepEqual(sent(rig).slice(0, after.length), after);
		assert.equal(rig.actor.state.now.restsUntil, undefined);
		rig.assertSound();
	});

	it('become digests upon a compaction too, whose summary and pins stay', async () => {
		const rig = new ServiceRig({ settings: { window: 32_000 } });
		rig.cache = cacheRules.openai;
		await rig.load(8_000);
		const first = await compacted(rig);
		await task(rig);
		await task(rig, ...readTwice('a.ts'), assistant(prose(400, 1)));
		change(rig, { kind: 'pin' });
		const pin = active(rig);
		const { record } = await pruned(rig);
		assert.equal(record.handoff, pin.record.handoff);
		const { before, after } = record.tokens;
		const sizes = [before, after].map((tokens) => requestSize(tokens, pin.record.tokens));
		assert.deepEqual([requestBefore(record.tokens), requestSize(after, record.tokens)], sizes);
		const conversation = rig.actor.conversation;
		assert.equal(conversation.compactions, 1);
		assert.equal(conversation.records.compactionOf(active(rig))?.id, first);
		change(rig, { kind: 'unpin' });
		assert.equal(active(rig).record.pruned, undefined);
		assert.deepEqual(active(rig).record.layout, record.layout);
		undo(rig);
		assert.equal(undo(rig).kind, 'activated');
		assert.equal(active(rig).id, pin.id);
		rig.assertSound();
	});

	it('keep what a person decided about a summary that was undone', async () => {
		const rig = new ServiceRig({ settings: { window: 32_000 } });
		rig.cache = cacheRules.openai;
		await task(rig, ...readTwice('a.ts'));
		await pruned(rig);
		await rig.load(8_000);
		await compacted(rig);
		change(rig, { kind: 'pin' });
		rig.actor.undoCompaction();
		assert.equal(active(rig).record.kind, 'prune');
		undo(rig);
		rig.actor.redo();
		void rig.actor.compact();
		await settled();
		assert.equal(rig.lastSummary.request.userEdits?.kept.length, 1);
	});
});
