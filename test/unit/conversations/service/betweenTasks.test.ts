import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { cacheRules, type CacheRules } from '../../../../src/compaction/cost/cacheRules.ts';
import { costOf, pays } from '../../../../src/compaction/cost/compactionCost.ts';
import { defaultSettings, overheadOf } from '../../../../src/compaction/budgets.ts';
import { freshGuard } from '../../../../src/compaction/policy.ts';
import { thresholdsOf } from '../../../../src/compaction/thresholds.ts';
import { isDueBetweenTasks, type GateInput } from '../../../../src/conversations/service/gate.ts';

/** Everything the decision follows from. */
interface Situation {
	readonly input: GateInput;
	readonly rules: CacheRules;
	readonly isWarm: boolean;
	readonly summariserPrice: number;
	readonly requests: number;
}

const situations: fc.Arbitrary<Situation> = fc.record({
	input: fc.record({
		size: fc.record({ kind: fc.constant('measured' as const), tokens: fc.nat(400_000) }),
		settings: fc
			.record({
				window: fc.constantFrom(16_000, 32_000, 128_000, 200_000, 1_000_000),
				tools: fc.nat(20_000),
			})
			.map(({ window, tools }) => ({
				...defaultSettings,
				window,
				overhead: { instructions: 0, tools, offered: 1 },
			})),
		guard: fc.constantFrom(freshGuard, { unhelpful: 2, restsUntil: 300_000 }),
		attempts: fc.constant(0),
		paused: fc.boolean(),
		restsUntil: fc.option(fc.nat(400_000), { nil: undefined }),
	}),
	rules: fc.constantFrom<CacheRules>(...Object.values(cacheRules)),
	isWarm: fc.boolean(),
	summariserPrice: fc.constantFrom(0, 1),
	requests: fc.nat(1_000),
});

function isDue({ input, ...rest }: Situation): boolean {
	const { size, settings } = input;
	const tokens = size.kind === 'measured' ? size.tokens : size.estimate;
	return isDueBetweenTasks(input, costOf({ ...rest, tokens, settings }));
}

function always(check: (situation: Situation) => void): void {
	fc.assert(fc.property(situations, check), { numRuns: 500 });
}

describe('whether a conversation is compacted between tasks', () => {
	it('is never so while automatic compaction is paused, or the size is not known', () => {
		always((situation) => {
			const { input } = situation;
			assert.equal(isDue({ ...situation, input: { ...input, paused: true } }), false);
			const size = { kind: 'pending' as const, estimate: 400_000 };
			assert.equal(isDue({ ...situation, input: { ...input, size } }), false);
		});
	});

	it('is never so below both what pays and the soft threshold', () => {
		always((situation) => {
			const { size, settings } = situation.input;
			fc.pre(size.kind === 'measured' && size.tokens < thresholdsOf(settings).soft);
			const cost = costOf({ ...situation, tokens: size.tokens, settings });
			assert.ok(!isDue(situation) || pays(cost));
		});
	});

	it('is always so from the soft threshold on, where nothing makes it rest', () => {
		always((situation) => {
			const { size, settings } = situation.input;
			fc.pre(size.kind === 'measured' && size.tokens >= thresholdsOf(settings).soft);
			const { restsUntil: _, ...rest } = situation.input;
			const input = { ...rest, restsUntil: undefined, paused: false, guard: freshGuard };
			assert.equal(isDue({ ...situation, input }), true);
		});
	});

	it('rests after an undo, and where compactions did not help, unless the window forces one', () => {
		always((situation) => {
			const { size, settings, guard, restsUntil = 0 } = situation.input;
			fc.pre(size.kind === 'measured');
			const held = size.tokens - overheadOf(settings);
			const isResting = size.tokens < restsUntil || held < (guard.restsUntil ?? 0);
			const isForced = size.tokens >= settings.window - settings.reservedReply;
			assert.ok(!isResting || isForced || !isDue(situation));
		});
	});
});
