import assert from 'node:assert/strict';
import { cacheRules } from '../../../../src/compaction/cost/cacheRules.ts';
import { redact } from '../../../../src/redaction/redact.ts';
import { freshState } from '../../../../src/conversations/store/state.ts';
import { assistant, call, result, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, soft, type ServiceRig } from '../../../support/serviceRig.ts';

const never = new AbortController().signal;

/** A conversation below the soft threshold, large enough that a compaction pays after a while. */
async function rigBelowSoft(): Promise<ServiceRig> {
	const rig = await rigWith(18_000, { settings: { window: 32_000 } });
	rig.cache = cacheRules.openai;
	return rig;
}

/** Requests of one task, and its answer. */
async function task(rig: ServiceRig, requests: number): Promise<void> {
	const { clientTurns } = rig.actor;
	clientTurns.append([user('Please.')]);
	for (let request = 1; request < requests; request += 1) {
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
		clientTurns.append([assistant('', call(`${request}`)), result(`${request}`)]);
	}
	await clientTurns.nextContext(never);
	clientTurns.requestEnded(false);
	await settled();
}

/** One summary is requested, and after it was written none for a day. */
async function assertWrittenOnce(rig: Awaited<ReturnType<typeof rigBelowSoft>>): Promise<void> {
	assert.equal(rig.summaries.length, 1);
	await rig.lastSummary.write();
	rig.timers.pass(24 * 60 * 60_000);
	await settled();
	assert.equal(rig.summaries.length, 1);
}

describe('the moment of a compaction that does not have to be', () => {
	it('is the end of a task, when not sending what is dropped outweighs reading the rest again', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 30);
		assert.equal(rig.summaries.length, 1);
		await rig.lastSummary.write();
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('is not the middle of a task, however much it would save', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		for (let request = 1; request <= 40; request += 1) {
			await clientTurns.nextContext(never);
			clientTurns.requestEnded(true);
		}
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('is not the end of a sub-agent: nobody goes on with it', async () => {
		const rig = await rigBelowSoft();
		await rig.service.close(rig.id);
		rig.store.saveState(rig.id, { ...freshState, subAgent: true });
		await task(rig, 30);
		rig.timers.pass(24 * 60 * 60_000);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('is not there yet after few requests, until shortly before the cache ends, and comes once', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		const { lifetimeMs } = cacheRules.openai;
		rig.timers.pass(lifetimeMs * 0.85);
		await settled();
		assert.equal(rig.summaries.length, 0);
		rig.timers.pass(lifetimeMs * 0.15 - 1);
		await settled();
		await assertWrittenOnce(rig);
	});

	it('is not while a tool runs, however long it does', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		clientTurns.append([user('Please.')]);
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
		rig.timers.pass(24 * 60 * 60_000);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('is not before the end of a cache that has outlived what is known of it', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		const ask = async (): Promise<void> => {
			await clientTurns.nextContext(never);
			clientTurns.promptTokens(18_000, 17_000);
			clientTurns.requestEnded(false);
			await settled();
		};
		clientTurns.append([user('Please.')]);
		await ask();
		rig.actor.pause(true);
		rig.timers.pass(20 * 60_000);
		rig.actor.pause(false);
		await ask();
		rig.timers.pass(20 * 60_000);
		await settled();
		assert.equal(rig.summaries.length, 0);
		rig.timers.pass(10 * 60_000 - 1);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is the known end of a cache, whatever a report says that counts nothing', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		const ask = async (tokens: number, cached: number): Promise<void> => {
			await clientTurns.nextContext(never);
			clientTurns.promptTokens(tokens, cached);
			clientTurns.requestEnded(false);
			await settled();
		};
		clientTurns.append([user('Please.')]);
		rig.actor.pause(true);
		await ask(18_000, 17_000);
		rig.timers.pass(20 * 60_000);
		await ask(0, 0);
		await ask(18_000, 17_000);
		rig.actor.pause(false);
		rig.timers.pass(cacheRules.openai.lifetimeMs - 1);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is not before the end of a cache while automatic compaction rests after an undo', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		rig.timers.pass(cacheRules.openai.lifetimeMs);
		await settled();
		await rig.lastSummary.write();
		rig.actor.undo();
		await task(rig, 1);
		rig.timers.pass(cacheRules.openai.lifetimeMs);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is the end of a task where the provider reports that it has nothing cached', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		clientTurns.append([user('Please.')]);
		await clientTurns.nextContext(never);
		clientTurns.promptTokens(18_000, 17_000);
		clientTurns.requestEnded(false);
		await settled();
		assert.equal(rig.summaries.length, 0);
		await clientTurns.nextContext(never);
		clientTurns.promptTokens(18_000, 0);
		clientTurns.requestEnded(false);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is the end of the turn in which its model asked for it, once, with its focus', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		clientTurns.append([user('Please.')]);
		await clientTurns.nextContext(never);
		assert.equal(clientTurns.requestCompaction(redact('the parser')), true);
		assert.equal(clientTurns.requestCompaction(redact('something else')), false);
		clientTurns.requestEnded(true);
		await settled();
		assert.equal(rig.summaries.length, 0);
		clientTurns.append([assistant('', call('1')), result('1')]);
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(false);
		await settled();
		assert.equal(rig.summaries.length, 1);
		await rig.lastSummary.write();
		const [stored] = rig.store.records(rig.id);
		assert.deepEqual(
			[stored?.record.trigger, stored?.record.focus],
			['automatic', redact('the parser')],
		);
		await task(rig, 1);
		assert.equal(rig.summaries.length, 1);
	});

	it('is not the end of a turn that began after its model was refused a compaction', async () => {
		const rig = await rigBelowSoft();
		const { clientTurns } = rig.actor;
		assert.equal(clientTurns.requestCompaction(redact('the parser')), false);
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(false);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('is not what a model asks for while automatic compaction is paused', async () => {
		const rig = await rigBelowSoft();
		rig.actor.pause(true);
		const { clientTurns } = rig.actor;
		clientTurns.append([user('Please.')]);
		await clientTurns.nextContext(never);
		assert.equal(clientTurns.requestCompaction(redact('the parser')), false);
		clientTurns.requestEnded(false);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('waits for nothing any more once the conversation is closed', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		assert.equal(rig.timers.pending, 1);
		await rig.service.close(rig.id);
		assert.equal(rig.timers.pending, 0);
	});

	it('does not come while a request is on its way, however long that takes', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		void rig.actor.clientTurns.nextContext(never);
		rig.timers.pass(10 * cacheRules.openai.lifetimeMs);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('does not come while automatic compaction is paused', async () => {
		const rig = await rigBelowSoft();
		rig.actor.pause(true);
		await task(rig, 30);
		rig.timers.pass(cacheRules.openai.lifetimeMs);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});

	it('is not missed by a task that is given up behind a tool call: what was written for it is applied', async () => {
		const rig = await rigWith(soft + 200);
		const { clientTurns } = rig.actor;
		clientTurns.append([user('Please.')]);
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
		await rig.lastSummary.write();
		rig.timers.pass(60_000);
		assert.equal(rig.store.records(rig.id).length, 0);
		rig.timers.pass(60 * 60_000);
		assert.equal(rig.store.records(rig.id).length, 1);
		assert.equal(rig.actor.compactor.progress, undefined);
	});
});

describe('after a reload, a conversation whose task had ended', () => {
	/** @returns The time that its cache has left. */
	async function reloaded(rig: ServiceRig, away = 60_000): Promise<number> {
		await rig.service.dispose();
		rig.timers.pass(away);
		rig.newService().resumeIdle(() => true);
		return cacheRules.openai.lifetimeMs - away;
	}

	it('is compacted shortly before its cache ends, once', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		const left = await reloaded(rig);
		rig.timers.pass(left * 0.8);
		await settled();
		assert.equal(rig.summaries.length, 0);
		rig.timers.pass(left * 0.2 - 1);
		await settled();
		assert.equal(rig.summaries.length, 1);
		await rig.lastSummary.write();
		await reloaded(rig, 0);
		rig.timers.pass(24 * 60 * 60_000);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is compacted by one of two windows that wait for the same moment', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		const left = await reloaded(rig);
		rig.newService().resumeIdle(() => true);
		rig.timers.pass(left - 1);
		await settled();
		await assertWrittenOnce(rig);
		assert.equal(rig.store.records(rig.id).length, 1);
	});

	it('waits as long as its cache was known to live', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		const { clientTurns } = rig.actor;
		rig.actor.pause(true);
		rig.timers.pass(20 * 60_000);
		clientTurns.append([user('Please.')]);
		await clientTurns.nextContext(never);
		clientTurns.promptTokens(18_000, 17_000);
		clientTurns.requestEnded(false);
		rig.actor.pause(false);
		await reloaded(rig);
		rig.timers.pass(25 * 60_000);
		await settled();
		assert.equal(rig.summaries.length, 0);
		rig.timers.pass(4 * 60_000 - 1);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	/** Asks for the context, and is answered with a tool call. */
	async function callTool({ service, id }: ServiceRig): Promise<void> {
		const { clientTurns } = service.of(id);
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
	}

	const unfinished: Readonly<Record<string, (rig: ServiceRig) => Promise<void>>> = {
		async 'a tool was called'(rig) {
			rig.actor.clientTurns.append([user('Please.')]);
			await callTool(rig);
		},
		async 'its request was sent again'(rig) {
			await task(rig, 1);
			await callTool(rig);
		},
		async 'it was paused'(rig) {
			await task(rig, 1);
			rig.actor.pause(true);
		},
	};
	for (const [what, happens] of Object.entries(unfinished)) {
		it(`is left alone if ${what}`, async () => {
			const rig = await rigBelowSoft();
			await happens(rig);
			const left = await reloaded(rig);
			rig.timers.pass(left);
			await settled();
			assert.equal(rig.summaries.length, 0);
		});
	}

	it('is left alone while automatic compaction rests after an undo', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 30);
		await rig.lastSummary.write();
		rig.actor.undo();
		await task(rig, 1);
		const left = await reloaded(rig);
		rig.timers.pass(left);
		await settled();
		assert.equal(rig.summaries.length, 1);
	});

	it('is left alone once another window has continued it', async () => {
		const rig = await rigBelowSoft();
		await task(rig, 1);
		const left = await reloaded(rig);
		const { clientTurns } = rig.newService().of(rig.id);
		clientTurns.append([user('Go on.')]);
		await clientTurns.nextContext(never);
		clientTurns.requestEnded(true);
		rig.timers.pass(left);
		await settled();
		assert.equal(rig.summaries.length, 0);
	});
});
