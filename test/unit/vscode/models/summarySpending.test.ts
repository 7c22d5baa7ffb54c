import assert from 'node:assert/strict';
import type { ModelTarget } from '../../../../src/models/modelCalls.ts';
import type { SummaryPlan } from '../../../../src/protocol/hostRequests.ts';
import type { SpendingVerdict } from '../../../../src/vscode/models/summaryPermission.ts';
import type { SpendingRules } from '../../../../src/vscode/settings/settings.ts';
import { spendingVerdict } from '../../../../src/vscode/models/summaryPermission.ts';

const paid: ModelTarget = {
	id: 'acme/large',
	window: 128_000,
	route: 'acme',
	prices: { input: 2, cachedInput: 0.2, output: 10 },
};
const unpriced: ModelTarget = { id: 'acme/new', window: 128_000, route: 'acme' };
const ofVsCode: ModelTarget = { id: 'vscode/copilot/gpt-5-mini', window: 128_000, route: 'vscode' };

/** A summary that costs 30 cents with the priced model. */
const plan: SummaryPlan = {
	conversation: 'a',
	trigger: 'automatic',
	tokens: { input: 100_000, output: 10_000 },
	spentToday: 1,
};
const manual = { trigger: 'manual' } as const;
const agreed = { automaticModels: { 'acme/large': true, 'acme/new': true } };

function verdict(
	model: ModelTarget,
	rules: Partial<SpendingRules> = {},
	changes: Partial<SummaryPlan> = {},
): SpendingVerdict {
	return spendingVerdict({ ...plan, ...changes }, model, { automaticModels: {}, ...rules });
}

describe('spending on a summary', () => {
	it('is undecided until the person says whether this model may write automatic summaries', () => {
		assert.equal(verdict(paid), 'undecided');
		assert.equal(verdict(unpriced), 'undecided');
		assert.equal(verdict(paid, {}, { trigger: 'overflow' }), 'undecided');
		assert.equal(verdict(paid, { automaticModels: { 'acme/new': true } }), 'undecided');
	});

	it('is what the person decided for this model', () => {
		assert.equal(verdict(paid, agreed), 'allowed');
		assert.equal(verdict(paid, { automaticModels: { 'acme/large': false } }), 'declined');
	});

	it('needs no decision where the person asked for the summary', () => {
		assert.equal(verdict(paid, {}, manual), 'allowed');
		assert.equal(verdict(paid, { automaticModels: { 'acme/large': false } }, manual), 'allowed');
	});

	it('needs no decision about a model of VS Code, which asks itself', () => {
		assert.equal(verdict(ofVsCode), 'allowed');
	});

	it('goes up to the daily limit and not beyond, by hand too', () => {
		assert.equal(verdict(paid, { ...agreed, dailyLimit: 1.3 }), 'allowed');
		assert.equal(verdict(paid, { ...agreed, dailyLimit: 1.29 }), 'over-limit');
		assert.equal(verdict(paid, { dailyLimit: 1.29 }, manual), 'over-limit');
	});

	it('is not limited by a price that is not known, before that much was spent', () => {
		assert.equal(verdict(unpriced, { ...agreed, dailyLimit: 1 }), 'allowed');
		assert.equal(verdict(unpriced, { ...agreed, dailyLimit: 0.99 }), 'over-limit');
	});

	it('is over a limit of nothing, whatever is known of prices', () => {
		const nothing = { spentToday: 0 };
		for (const model of [paid, unpriced, ofVsCode]) {
			assert.equal(verdict(model, { ...agreed, dailyLimit: 0 }, nothing), 'over-limit', model.id);
		}
	});

	it('is not asked about while the limit forbids it', () => {
		assert.equal(verdict(paid, { dailyLimit: 1 }), 'over-limit');
	});

	it('is declined whatever the limit', () => {
		const declined = { automaticModels: { 'acme/large': false }, dailyLimit: 0 };
		assert.equal(verdict(paid, declined), 'declined');
	});
});
