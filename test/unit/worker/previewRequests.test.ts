import assert from 'node:assert/strict';
import type { SummaryModels } from '../../../src/protocol/hostRequests.ts';
import { summaryReply } from '../../support/fakeProvider/summaryReply.ts';
import { at, user } from '../../support/logs.ts';
import { session, workerBench } from '../../support/workerRig.ts';

const acme: SummaryModels = {
	transientRetries: 0,
	summary: {
		id: 'acme/small',
		window: 32_000,
		route: 'acme',
		prices: { input: 1, cachedInput: 0.1, output: 4 },
	},
};

describe('what a previewed compaction would send', () => {
	const bench = workerBench();

	async function previewed(messages = session) {
		const rig = bench.start();
		const id = await rig.opened(bench.session(messages));
		const end = await rig.methods.preview({ id });
		assert.ok(end.kind === 'preview');
		return {
			rig,
			id,
			planned: (models: SummaryModels) => rig.methods.previewRequests({ id, models }),
		};
	}

	it('is what applying it sends, word for word', async () => {
		const { rig, id, planned } = await previewed();
		const shown = await planned(acme);
		assert.equal(shown?.model, 'acme/small');
		assert.equal(shown.requests, 1);
		rig.host.models = async () => acme;
		rig.host.reply = async () => ({ content: summaryReply() });
		await rig.compact(id);
		const { system, user: asked } = at(shown.prompts, 0);
		assert.deepEqual(at(rig.host.calls, 0).request.messages, [
			{ role: 'system', content: system },
			{ role: 'user', content: asked },
		]);
	});

	it('holds no secret', async () => {
		const secret = `sk-proj-${'a1B2'.repeat(12)}`;
		const { planned } = await previewed([
			...session.slice(0, 12),
			user(`Use the key ${secret}.`),
			...session.slice(12),
		]);
		const text = JSON.stringify(await planned(acme));
		assert.ok(text.includes('Use the key'));
		assert.ok(!text.includes(secret));
	});

	it('is counted and priced', async () => {
		const { planned } = await previewed();
		const shown = await planned(acme);
		assert.ok(shown !== undefined);
		const { input, output } = shown.tokens;
		assert.ok(input > 1_000 && output > 100);
		assert.ok(Math.abs((shown.cost ?? 0) - (input + output * 4) / 1e6) < 1e-5);
	});

	it('is nothing where no model writes, or nothing is left to compact', async () => {
		const { rig, id, planned } = await previewed();
		assert.equal(await planned({ transientRetries: 0 }), undefined);
		await rig.compacted(id);
		assert.equal(await planned(acme), undefined);
	});

	it('is no request to a model whose window is too small for any', async () => {
		const { planned } = await previewed();
		const summary = { id: 'acme/tiny', window: 1_000, route: 'acme' };
		assert.deepEqual(await planned({ transientRetries: 0, summary }), {
			model: 'acme/tiny',
			prompts: [],
			requests: 0,
			tokens: { input: 0, output: 0 },
		});
	});
});

describe('the summary of a previewed compaction', () => {
	const bench = workerBench();

	it('is the one that applying it makes where no model writes', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		const end = await rig.methods.preview({ id });
		assert.ok(end.kind === 'preview');
		const { summary: shown } = end;
		assert.ok(shown.kind === 'written');
		await rig.compact(id);
		const { sections, receipt } = await rig.methods.view({ id });
		assert.deepEqual(shown.sections, sections);
		assert.equal(shown.after, receipt?.tokensAfter);
		assert.equal(end.preview.before, receipt?.tokensBefore);
		assert.ok(end.preview.after >= shown.after);
	});
});
