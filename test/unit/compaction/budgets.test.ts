import assert from 'node:assert/strict';
import {
	budgetWithKept,
	defaultSettings,
	keptBounds,
	summaryBudget,
	tailBudget,
} from '../../../src/compaction/budgets.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { keptTokens } from '../../../src/summary/userEdits.ts';
import { planOf, settingsWith } from '../../support/compactions.ts';
import { assistant, logOf, prose, user } from '../../support/logs.ts';

/** System prompt and tools of an assistant in agent mode. */
const copilot = { instructions: 3_333, tools: 12_910, offered: 42 };

describe("the tail's budget", () => {
	for (const [what, changes, budget] of [
		['a fifth of the hard threshold', {}, 20_000],
		['a tenth at least', { tailRatio: 0 }, 10_000],
		['what is set', { tailRatio: 0.5 }, 50_000],
		['0.8 at most', { tailRatio: 1 }, 80_000],
		['what is stated in tokens', { tailTokens: 123 }, 123],
		['less where requests carry much', { window: 34_000, overhead: copilot }, 1_913],
		['nothing where they leave no room', { window: 18_000, overhead: copilot }, 0],
	] as const) {
		it(`is ${what}`, () => {
			assert.equal(tailBudget(settingsWith(changes), 'automatic'), budget);
		});
	}

	it('is half of that after an overflow', () => {
		assert.equal(tailBudget(defaultSettings, 'overflow'), 10_000);
	});
});

describe("the handoff's budget", () => {
	const plenty = 1_000_000;
	for (const [what, middle, replaced, changes, previous, budget] of [
		['a fifth of the middle', 30_000, plenty, {}, 0, 6_000],
		['at least 2,000', 5_000, plenty, {}, 0, 2_000],
		['at most 5 % of the window', 500_000, plenty, {}, 0, 10_000],
		['at most 12,000', 500_000, plenty, { window: 1_000_000 }, 0, 12_000],
		['2,000 where the bounds cross', 5_000, plenty, { window: 8_000 }, 0, 2_000],
		['a third of a small room', 5_000, plenty, { window: 4_000 }, 0, 1_000],
		['at most 0.6 of what it replaces', 30_000, 1_000, {}, 0, 600],
		['what the person states', 30_000, 1_000, { summaryTokens: 300 }, 0, 300],
		['never nearly all of it', 30_000, 1_000, { summaryTokens: 3_000 }, 0, 900],
		['larger than the one it updates', 30_000, 3_000, {}, 2_000, 2_500],
		['as large as shrinks the context', 30_000, 3_000, {}, 2_900, 2_700],
	] as const) {
		it(`is ${what}`, () => {
			assert.equal(summaryBudget(middle, replaced, settingsWith(changes), previous), budget);
		});
	}
});

describe('what a person keeps', () => {
	it('comes out of the budget up to its half, and on top beyond that', () => {
		for (const [kept, budget] of [
			[0, 10_000],
			[5_000, 10_000],
			[20_000, 25_000],
		] as const) {
			assert.equal(budgetWithKept(10_000, kept), budget);
		}
	});

	it('may take a tenth of the window, and half of the largest handoff without a warning', () => {
		assert.deepEqual(keptBounds(settingsWith({ window: 8_000 })), { sensible: 800, max: 800 });
		const bounds = { sensible: 500, max: 20_000 };
		assert.deepEqual(keptBounds(settingsWith({ summaryTokens: 1_000 })), bounds);
	});

	it('has its room in the plan', () => {
		const log = logOf(
			...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? user : assistant)(prose(2_000, n))),
		);
		const item = { text: prose(60_000), sources: [], kept: 'pinned' } as const;
		const wishes = { kept: [{ section: 'Goal' as const, item }], removed: [] };
		const usual = planOf(log).budget;
		const kept = keptTokens(wishes, estimatedTokens);
		assert.ok(kept > usual / 2);
		assert.equal(planOf(log, { userEdits: wishes }).budget, Math.ceil(usual / 2 + kept));
	});
});
