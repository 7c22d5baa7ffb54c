import assert from 'node:assert/strict';
import type { CompactionStart, PrecisConversation } from '../../../../src/api.ts';
import type { SummaryPlan } from '../../../../src/protocol/hostRequests.ts';
import { apiBench, endsOf, fails } from '../../../support/apiRig.ts';
import { at, user } from '../../../support/logs.ts';
import { until } from '../../../support/until.ts';
import { session, turns } from '../../../support/workerRig.ts';

describe('a conversation of another extension', () => {
	const bench = apiBench();

	it('is compacted when asked, with a summary that can be read', async () => {
		const { conversation } = await bench.filled();
		assert.equal(await conversation.handoff(), undefined);
		assert.deepEqual(await conversation.sections(), { sections: [], records: [] });
		const preview = await conversation.preview({ focus: 'Request 3' });
		const { tokens: before } = await conversation.context();
		assert.ok(preview.kind === 'preview');
		assert.equal(preview.tokens.before, before);
		assert.ok(preview.summarised.first > 1 && preview.summarised.last < session.length);
		const result = await conversation.compact({ focus: 'Request 3' });
		assert.ok(result.kind === 'committed');
		assert.equal(result.model, undefined);
		assert.deepEqual(result.tokens, {
			before,
			after: (await conversation.context()).tokens,
		});
		const { sections, records, active } = await conversation.sections();
		assert.equal(sections.length, 13);
		assert.equal(active, result.record);
		const [record] = records;
		assert.deepEqual(
			[record?.id, record?.trigger, record?.focus, record?.tokens],
			[result.record, 'manual', 'Request 3', result.tokens],
		);
		assert.match((await conversation.handoff()) ?? '', /^\[Handoff/);
		assert.deepEqual(await conversation.compact(), { kind: 'refused', reason: 'nothing-new' });
	});

	it('keeps no secret of a focus', async () => {
		const { conversation } = await bench.filled();
		const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
		const focuses: unknown[] = [];
		conversation.onDidStartCompaction(({ focus }) => focuses.push(focus));
		await conversation.compact({ focus: `the token ${secret}` });
		assert.deepEqual(focuses, ['the token [REDACTED]']);
		assert.equal(at((await conversation.sections()).records, 0).focus, 'the token [REDACTED]');
	});

	it('is compacted with the window it was opened with, also before its first context', async () => {
		const { rig, conversation } = await bench.filled();
		rig.settings = {
			...rig.settings,
			compaction: { ...rig.settings.compaction, window: 200_000 },
		};
		const wide = await rig.open({ window: 200_000 });
		const summaryTokens = async (by: PrecisConversation): Promise<number> => {
			const preview = await by.preview();
			assert.ok(preview.kind === 'preview');
			return preview.summaryTokens;
		};
		const [ofWide, ofNarrow] = [await summaryTokens(wide), await summaryTokens(conversation)];
		assert.equal(ofWide, 2_000);
		assert.ok(ofNarrow < ofWide, `${ofNarrow}`);
		await wide.preview();
		await conversation.compact();
		const { standing, meter } = await rig.client.call('view', { id: conversation.id });
		assert.deepEqual([standing.history.length, meter.window], [1, 8_000]);
	});

	it('is compacted sooner when the provider counts more', async () => {
		const { conversation } = await bench.opened();
		await conversation.append(session);
		const ends = endsOf(conversation);
		await conversation.context();
		await conversation.reportUsage(7_400);
		await conversation.append([user('And now?')]);
		await conversation.context();
		assert.deepEqual(
			ends.map(({ trigger, result }) => [trigger, result.kind]),
			[['automatic', 'committed']],
		);
	});

	it('goes on being compacted for whoever does not wait any more', async () => {
		const { rig, conversation } = await bench.filled();
		const release = rig.holdCompaction();
		const ends = endsOf(conversation);
		const controller = new AbortController();
		const waiting = conversation.compact({ signal: controller.signal });
		controller.abort();
		assert.deepEqual(await waiting, { kind: 'detached' });
		assert.equal(ends.length, 0);
		release();
		await until(() => ends.length > 0);
		assert.equal(at(ends, 0).result.kind, 'committed');
		assert.match((await conversation.handoff()) ?? '', /^\[Handoff/);
	});

	it('is compacted also for a signal that was aborted before', async () => {
		const { conversation } = await bench.filled();
		const ends = endsOf(conversation);
		const signal = AbortSignal.abort();
		assert.deepEqual(await conversation.compact({ signal }), { kind: 'detached' });
		await until(() => ends.length > 0);
		assert.equal(at(ends, 0).result.kind, 'committed');
	});

	it('writes to the log what goes wrong with a compaction nobody waits for', async () => {
		const { rig, conversation } = await bench.filled();
		rig.holdCompaction();
		const started = Promise.withResolvers<CompactionStart>();
		conversation.onDidStartCompaction(started.resolve);
		const controller = new AbortController();
		const waiting = conversation.compact({ signal: controller.signal });
		await started.promise;
		controller.abort();
		assert.deepEqual(await waiting, { kind: 'detached' });
		await rig.crash();
		await until(() => rig.logged.length > 0);
		assert.match(at(rig.logged, 0), /worker of Precis stopped/);
	});

	it('gives its context up at once when the signal is aborted; the compaction goes on', async () => {
		const { rig, conversation } = await bench.opened();
		await conversation.append(turns(40));
		const release = rig.holdCompaction();
		const ends = endsOf(conversation);
		const started = Promise.withResolvers<CompactionStart>();
		conversation.onDidStartCompaction(started.resolve);
		const controller = new AbortController();
		const context = conversation.context({ signal: controller.signal });
		assert.deepEqual(await started.promise, { trigger: 'automatic' });
		controller.abort();
		await assert.rejects(context, fails('cancelled'));
		assert.equal(ends.length, 0);
		release();
		await until(() => ends.length > 0);
		assert.equal(at(ends, 0).result.kind, 'committed');
	});

	it('joins the compaction that runs', async () => {
		const { rig, conversation } = await bench.filled();
		const release = rig.holdCompaction();
		const started = Promise.withResolvers<CompactionStart>();
		conversation.onDidStartCompaction(started.resolve);
		const first = conversation.compact();
		await started.promise;
		const second = conversation.compact({ focus: 'too late' });
		release();
		const [one, two] = await Promise.all([first, second]);
		assert.deepEqual(two, { ...one, joined: true });
		assert.equal('joined' in one, false);
	});

	it('stays as it was when its compaction is cancelled', async () => {
		const { rig, conversation } = await bench.filled();
		await conversation.cancel();
		rig.holdCompaction();
		const ends = endsOf(conversation);
		const started = Promise.withResolvers<CompactionStart>();
		conversation.onDidStartCompaction(started.resolve);
		const compaction = conversation.compact();
		await started.promise;
		await conversation.cancel();
		assert.deepEqual(await compaction, { kind: 'cancelled' });
		assert.deepEqual(ends, [{ trigger: 'manual', result: { kind: 'cancelled' } }]);
		assert.equal((await conversation.context()).messages.length, session.length);
	});

	it('says what failed', async () => {
		const { rig, conversation } = await bench.filled();
		rig.models = () => Promise.reject(new Error('no host'));
		assert.deepEqual(await conversation.compact(), { kind: 'failed', message: 'no host' });
	});

	it('gives what came too late as a record to restore', async () => {
		const { rig, conversation } = await bench.filled();
		assert.equal((await conversation.compact()).kind, 'committed');
		await conversation.append(turns(12, 24));
		const release = rig.holdCompaction();
		const started = Promise.withResolvers<CompactionStart>();
		conversation.onDidStartCompaction(started.resolve);
		const compaction = conversation.compact();
		await started.promise;
		await conversation.undo();
		release();
		const result = await compaction;
		assert.ok(result.kind === 'proposed');
		assert.equal(result.reason, 'changed');
		await conversation.restore(result.record);
		assert.equal((await conversation.sections()).active, result.record);
	});

	it('spends nothing in the name of a person: its compactions are nobody’s wish', async () => {
		const { rig, conversation } = await bench.filled();
		const plans: SummaryPlan[] = [];
		const { models } = rig;
		rig.models = (plan, signal) => {
			plans.push(plan);
			return models(plan, signal);
		};
		await conversation.compact();
		// A person who asks in the panel spends in their own.
		await rig.client.call('compact', { id: conversation.id, source: 'same' });
		assert.deepEqual(
			plans.map(({ trigger }) => trigger),
			['automatic', 'manual'],
		);
	});
});
