import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { betweenTaskSettings, defaultSettings } from '../../../../src/compaction/budgets.ts';
import { cacheRules, type CacheRules } from '../../../../src/compaction/cost/cacheRules.ts';
import { pricesOf, summariserPrices } from '../../../../src/compaction/cost/modelPrices.ts';
import {
	costOf,
	paysOff,
	savedSince,
	type CostInput,
} from '../../../../src/compaction/cost/compactionCost.ts';

const settings = betweenTaskSettings(defaultSettings);

function input(change: Partial<CostInput> = {}): CostInput {
	return {
		tokens: 90_000,
		fixed: 0,
		perToken: 1,
		settings,
		rules: cacheRules.openai,
		cache: 'warm',
		requests: 30,
		...change,
	};
}

const isPaying = (change: Partial<CostInput>): boolean => paysOff(costOf(input(change)));

const rules = fc.constantFrom<CacheRules>(...Object.values(cacheRules));
const inputs = fc.record({
	tokens: fc.nat(2_000_000),
	fixed: fc.constant(0),
	perToken: fc.constantFrom(1, 1.5),
	settings: fc.constant(settings),
	rules,
	cache: fc.constantFrom('warm' as const, 'ending' as const, 'cold' as const),
	summariser: fc.record({
		read: fc.constantFrom(0, 0.1, 1, 20),
		written: fc.constantFrom(0, 0.5, 5, 100),
		isAnswering: fc.boolean(),
	}),
	requests: fc.nat(5_000),
});

describe('what a compaction costs and saves', () => {
	it('pays in a cold cache at once: all of it is read anyway', () => {
		assert.equal(isPaying({ requests: 0, cache: 'cold' }), true);
	});

	it('does not pay where the next one would follow soon', () => {
		assert.equal(isPaying({ tokens: 40_000, requests: 1_000, cache: 'cold' }), false);
	});

	it('never pays where input costs nothing', () => {
		assert.equal(isPaying({ rules: cacheRules.free, tokens: 1_000_000, cache: 'cold' }), false);
	});

	it('pays later where a model has to read what it summarises', () => {
		assert.equal(isPaying({ requests: 5 }), true);
		const summariser = { read: 1, written: 5, isAnswering: false };
		assert.equal(isPaying({ requests: 10, summariser }), false);
		assert.equal(isPaying({ requests: 40, summariser }), true);
	});

	it('saves nothing of what is not in the messages', () => {
		const all = costOf(input()).dropped;
		assert.equal(costOf(input({ fixed: 10_000 })).dropped, all - 10_000);
	});

	it('keeps what it reads again in the measure of the provider, or as its plan says', () => {
		const { dropped, reread } = costOf(input());
		const counted = costOf(input({ perToken: 2 }));
		assert.deepEqual([counted.dropped, counted.reread], [dropped - reread, 2 * reread]);
		const planned = costOf(input({ fixed: 10_000, after: 32_000 }));
		assert.deepEqual([planned.dropped, planned.reread], [58_000, 22_000]);
	});

	it('pays before a cache ends, and not after it, where the model that answers has to read it', () => {
		const summariser = { read: 1.25, written: 5, isAnswering: true };
		const large = { tokens: 120_000, requests: 2, rules: cacheRules.anthropic, summariser };
		assert.equal(isPaying({ ...large, cache: 'warm' }), false);
		assert.equal(isPaying({ ...large, cache: 'ending' }), true);
		assert.equal(isPaying({ ...large, cache: 'cold' }), false);
	});

	it('goes on paying when the context grows, when more requests follow, and when no model writes', () => {
		fc.assert(
			fc.property(inputs, fc.nat(500_000), fc.nat(1_000), (given, tokens, requests) => {
				fc.pre(paysOff(costOf(given)));
				const later = [
					{ ...given, tokens: given.tokens + tokens },
					{ ...given, requests: given.requests + requests },
					{ ...given, summariser: { read: 0, written: 0, isAnswering: false } },
				];
				assert.ok(later.every((change) => paysOff(costOf(change))));
			}),
		);
	});

	it('does not pay again for what a compaction leaves', () => {
		fc.assert(
			fc.property(inputs, (given) => {
				const { dropped } = costOf(given);
				assert.equal(paysOff(costOf({ ...given, tokens: given.tokens - dropped })), false);
			}),
		);
	});
});

describe('what a model reads for a summary', () => {
	const large = pricesOf('anthropic/claude-opus-5');
	const small = pricesOf('anthropic/claude-haiku-4.5');

	it('costs what the models differ in, writing to the cache included', () => {
		assert.deepEqual(summariserPrices(large, small), { read: 0.25, written: 1 });
		assert.deepEqual(summariserPrices(small, large), { read: 6.25, written: 25 });
		const free = pricesOf('local/qwen', { inputPrice: 0 });
		assert.deepEqual(summariserPrices(large, free), { read: 0, written: 0 });
	});
});

describe('the prices of a model', () => {
	it('know what changed with GPT-5.6, and what older models charge for a read', () => {
		assert.deepEqual(pricesOf('openai/gpt-5.5').rules, cacheRules.openai);
		assert.deepEqual(pricesOf('openai/gpt-5.6-sol').rules, cacheRules.openaiWrites);
		assert.deepEqual(pricesOf('openai/gpt-6-sol').rules, cacheRules.openaiWrites);
		assert.equal(pricesOf('openai/gpt-4.1').rules.read, 0.25);
		assert.equal(pricesOf('openai/gpt-4o').rules.read, 0.5);
	});

	it('are those that a person states', () => {
		const stated = { inputPrice: 2, cachedInputPrice: 0.5, cacheSeconds: 3_600 };
		const { rules, perMillion } = pricesOf('local/qwen', stated);
		assert.deepEqual([rules.read, rules.lifetimeMs, perMillion], [0.25, 3_600_000, 2]);
		assert.equal(pricesOf('local/qwen', { inputPrice: 0 }).rules, cacheRules.free);
	});

	it('include what Anthropic charges for an hour in its cache', () => {
		const hour = pricesOf('anthropic/claude-opus-5', { cacheSeconds: 3_600 });
		const usual = pricesOf('anthropic/claude-opus-5', { cacheSeconds: 300 });
		assert.deepEqual([hour.rules.write, hour.rules.lifetimeMs], [2, 3_600_000]);
		assert.equal(usual.rules.write, 1.25);
	});

	it('are those of most providers where nobody knows the model', () => {
		assert.deepEqual(pricesOf('local/qwen'), { rules: cacheRules.openai });
		assert.deepEqual(pricesOf(undefined), { rules: cacheRules.openai });
	});
});

describe('what a compaction has saved so far', () => {
	const rules = cacheRules.anthropic;

	it('is nothing before the first request after it, or where it made requests larger', () => {
		assert.equal(savedSince(1_000, 0, { rules }), undefined);
		assert.equal(savedSince(-1_000, 3, { rules }), undefined);
	});

	it('is what each request since no longer carried', () => {
		assert.deepEqual(savedSince(1_000, 3, { rules }), { requests: 3, tokens: 3_000 });
	});

	it('is worth no more than tokens from a cache, where the price is known', () => {
		const saved = savedSince(100_000, 10, { rules, perMillion: 3 });
		assert.equal(saved?.dollars?.toFixed(3), '0.300');
	});
});
