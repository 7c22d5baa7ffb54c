import assert from 'node:assert/strict';
import type { ModelTarget } from '../../../../src/models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../../../src/protocol/hostRequests.ts';
import {
	spendingVerdict,
	withoutPaid,
	type SpendingRules,
	type SpendingVerdict,
} from '../../../../src/vscode/models/summarySpending.ts';

const paid: ModelTarget = {
	id: 'acme/large',
	window: 128_000,
	route: 'acme',
	prices: { input: 2, output: 10 },
};
const unpriced: ModelTarget = { id: 'acme/new', window: 128_000, route: 'acme' };
const free: ModelTarget = { id: 'ollama/qwen3', window: 32_000, route: 'local' };
const isPaid = (target: ModelTarget): boolean => target.id !== free.id;

/** A summary that costs 30 cents with the priced model. */
const plan: SummaryPlan = {
	conversation: 'a',
	title: 'Parser',
	trigger: 'automatic',
	tokens: { input: 100_000, output: 10_000 },
	spentToday: 1,
};

function verdict(
	models: Omit<SummaryModels, 'transientRetries'>,
	rules: Partial<SpendingRules>,
	changes: Partial<SummaryPlan> = {},
): SpendingVerdict {
	const whole = { ...models, transientRetries: 1 };
	return spendingVerdict({ ...plan, ...changes }, whole, { askFirst: false, ...rules }, isPaid);
}

describe('spending on a summary', () => {
	it('is allowed where nobody limits it', () => {
		assert.deepEqual(verdict({ summary: paid }, {}), { kind: 'allowed' });
	});

	it('is not spoken of where no model is paid', () => {
		const rules = { askFirst: true, dailyLimit: 0 };
		assert.deepEqual(verdict({ summary: free, main: free }, rules), { kind: 'allowed' });
		assert.deepEqual(verdict({}, rules), { kind: 'allowed' });
	});

	it('is asked for first, with what it may cost as far as that is known', () => {
		assert.deepEqual(verdict({ summary: paid }, { askFirst: true }), {
			kind: 'ask-first',
			model: 'acme/large',
			estimate: 0.3,
		});
		assert.deepEqual(verdict({ summary: unpriced }, { askFirst: true }), {
			kind: 'ask-first',
			model: 'acme/new',
		});
	});

	it('is not asked for where a person asked for the summary', () => {
		const rules = { askFirst: true };
		assert.deepEqual(verdict({ summary: paid }, rules, { trigger: 'manual' }), {
			kind: 'allowed',
		});
		assert.equal(verdict({ summary: paid }, rules, { trigger: 'overflow' }).kind, 'ask-first');
	});

	it('goes up to the daily limit and not beyond', () => {
		assert.equal(verdict({ summary: paid }, { dailyLimit: 1.3 }).kind, 'allowed');
		assert.deepEqual(verdict({ summary: paid }, { dailyLimit: 1.29 }), {
			kind: 'over-limit',
			model: 'acme/large',
			spent: 1,
			limit: 1.29,
		});
	});

	it('is asked for where there is a limit and no price to count with', () => {
		assert.equal(verdict({ summary: unpriced }, { dailyLimit: 1 }).kind, 'ask-first');
		const manual = { trigger: 'manual' } as const;
		assert.equal(verdict({ summary: unpriced }, { dailyLimit: 1 }, manual).kind, 'allowed');
	});

	it('is over a limit of nothing, whatever is known of prices', () => {
		const nothing = { spentToday: 0 };
		assert.equal(verdict({ summary: unpriced }, { dailyLimit: 0 }, nothing).kind, 'over-limit');
		assert.equal(verdict({ summary: paid }, { dailyLimit: 0 }, nothing).kind, 'over-limit');
	});

	it('is over the limit without prices once that much was spent', () => {
		assert.equal(verdict({ summary: unpriced }, { dailyLimit: 0.99 }).kind, 'over-limit');
	});

	it('is over the limit before anything is asked, and by hand too', () => {
		const rules = { askFirst: true, dailyLimit: 1 };
		assert.equal(verdict({ summary: paid }, rules).kind, 'over-limit');
		assert.equal(verdict({ summary: paid }, rules, { trigger: 'manual' }).kind, 'over-limit');
	});

	it('is decided by the first model that is paid', () => {
		const rules = { askFirst: true };
		const { kind, ...about } = verdict({ summary: free, main: paid }, rules);
		assert.deepEqual([kind, about], ['ask-first', { model: 'acme/large', estimate: 0.3 }]);
	});
});

describe('models on which nothing is spent', () => {
	const rest = { transientRetries: 2, instructions: 'In French.', requestCharacters: 20_000 };

	it('are those that are free, with everything else as it was', () => {
		assert.deepEqual(withoutPaid({ ...rest, summary: paid, main: free }, isPaid), {
			...rest,
			main: free,
		});
		assert.deepEqual(withoutPaid({ ...rest, summary: free, main: paid }, isPaid), {
			...rest,
			summary: free,
		});
	});

	it('may be none', () => {
		assert.deepEqual(withoutPaid({ ...rest, summary: paid, main: unpriced }, isPaid), rest);
		assert.deepEqual(withoutPaid(rest, isPaid), rest);
	});
});
