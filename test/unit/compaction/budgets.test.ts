import assert from 'node:assert/strict';
import {
	budgetWithKept,
	defaultSettings,
	keptBounds,
	summaryBudget,
	tailBudget,
} from '../../../src/compaction/budgets.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { keptTokens } from '../../../src/summary/wishes.ts';
import { planOf, settingsWith } from '../../support/compactions.ts';
import { assistant, logOf, prose, user } from '../../support/logs.ts';

/** System prompt and tools of an assistant in agent mode. */
const copilot = { instructions: 3_333, tools: 12_910, offered: 42 };

describe("the tail's budget", () => {
	it('is a fifth of the hard threshold', () => {
		assert.equal(tailBudget(defaultSettings, 'manual'), 20_000);
		assert.equal(tailBudget(settingsWith({ window: 8_000 }), 'automatic'), 1_200);
	});

	it('follows the setting between 0.10 and 0.80', () => {
		for (const [tailRatio, budget] of [
			[0, 10_000],
			[0.1, 10_000],
			[0.5, 50_000],
			[0.8, 80_000],
			[1, 80_000],
		] as const) {
			assert.equal(tailBudget(settingsWith({ tailRatio }), 'manual'), budget);
		}
	});

	it('gives way to what every request carries', () => {
		const tight = settingsWith({ window: 34_000, overhead: copilot });
		assert.equal(tailBudget(tight, 'automatic'), Math.floor(0.2 * (25_808 - 16_243)));
		const crammed = settingsWith({ window: 18_000, overhead: copilot });
		assert.equal(tailBudget(crammed, 'automatic'), 0);
	});

	it('can be stated in tokens', () => {
		assert.equal(tailBudget(settingsWith({ tailTokens: 123 }), 'manual'), 123);
	});

	it('is half of that after an overflow', () => {
		assert.equal(tailBudget(defaultSettings, 'overflow'), 10_000);
	});
});

describe("the handoff's budget", () => {
	const plenty = 1_000_000;

	it('is a fifth of the middle', () => {
		assert.equal(summaryBudget(30_000, plenty, defaultSettings), 6_000);
	});

	it('is at least 2,000 and at most 5 % of the window', () => {
		assert.equal(summaryBudget(5_000, plenty, defaultSettings), 2_000);
		assert.equal(summaryBudget(500_000, plenty, defaultSettings), 10_000);
	});

	it('is never more than 12,000', () => {
		assert.equal(summaryBudget(500_000, plenty, settingsWith({ window: 1_000_000 })), 12_000);
	});

	it('keeps its smallest size where the bounds cross and the window holds it', () => {
		assert.equal(summaryBudget(5_000, plenty, settingsWith({ window: 8_000 })), 2_000);
		const tight = settingsWith({ window: 34_000, overhead: copilot });
		assert.equal(summaryBudget(5_000, plenty, tight), 2_000);
	});

	it('takes a third of the room where that is less, and no less than the upper bound', () => {
		assert.equal(summaryBudget(5_000, plenty, settingsWith({ window: 4_000 })), 1_000);
		const crammed = settingsWith({ window: 20_000, overhead: copilot });
		assert.equal(summaryBudget(5_000, plenty, crammed), 1_000);
	});

	it('leaves the context smaller: at most 0.6 of what it replaces', () => {
		assert.equal(summaryBudget(30_000, 1_000, defaultSettings), 600);
	});

	it('is what the person states, floor or not', () => {
		assert.equal(summaryBudget(30_000, 1_000, settingsWith({ summaryTokens: 300 })), 300);
	});

	it('is never nearly all of what it replaces, whatever the person states', () => {
		assert.equal(summaryBudget(30_000, 1_000, settingsWith({ summaryTokens: 3_000 })), 900);
	});

	it('is larger than the handoff it updates, as far as the context shrinks all the same', () => {
		assert.equal(summaryBudget(30_000, 3_000, defaultSettings, 2_000), 2_500);
		assert.equal(summaryBudget(30_000, 3_000, defaultSettings, 2_900), 2_700);
	});
});

describe('what a person keeps', () => {
	it('comes out of the budget up to its half, and on top beyond that', () => {
		assert.equal(budgetWithKept(10_000, 0), 10_000);
		assert.equal(budgetWithKept(10_000, 5_000), 10_000);
		assert.equal(budgetWithKept(10_000, 5_001), 10_001);
		assert.equal(budgetWithKept(10_000, 20_000), 25_000);
	});

	it('may take a tenth of the window, and half of the largest handoff without a warning', () => {
		assert.deepEqual(keptBounds(settingsWith({ window: 8_000 })), { sensible: 800, most: 800 });
		assert.deepEqual(keptBounds(settingsWith({ window: 1_000_000 })), {
			sensible: 6_000,
			most: 100_000,
		});
		assert.deepEqual(keptBounds(settingsWith({ summaryTokens: 1_000 })), {
			sensible: 500,
			most: 20_000,
		});
	});

	it('has its room in the plan', () => {
		const log = logOf(
			...Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? user : assistant)(prose(2_000, n))),
		);
		const item = { text: prose(60_000), sources: [], kept: 'pinned' } as const;
		const wishes = { kept: [{ section: 'Goal' as const, item }], removed: [] };
		const usual = planOf(log).budget;
		const { budget } = planOf(log, { wishes });
		const kept = keptTokens(wishes, estimatedTokens);
		assert.ok(kept > usual / 2);
		assert.equal(budget, Math.ceil(usual / 2 + kept));
	});
});
