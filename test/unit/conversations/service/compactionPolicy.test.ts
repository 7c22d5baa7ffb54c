import assert from 'node:assert/strict';
import { defaultSettings } from '../../../../src/compaction/budgets.ts';
import type { ContextSize } from '../../../../src/compaction/contextSize.ts';
import type { Trigger } from '../../../../src/compaction/record.ts';
import {
	freshGuard,
	guardAfter,
	type ThrashGuard,
} from '../../../../src/compaction/thrashGuard.ts';
import {
	decideCompaction,
	type PolicyInput,
	isStillNeeded,
} from '../../../../src/conversations/service/compactionPolicy.ts';

/** Thresholds of 80,000 and 100,000. */
const settings = { ...defaultSettings, window: 200_000, reservedReply: 8_000 };

function counted(tokens: number): ContextSize {
	return { kind: 'counted', tokens };
}

/** What is done with a context of this size, or why it is sent although it is full. */
function decided(tokens: number, change: Partial<PolicyInput> = {}): string {
	const decision = decideCompaction({
		size: counted(tokens),
		settings,
		guard: freshGuard,
		attempts: 0,
		paused: false,
		restsUntil: undefined,
		...change,
	});
	return decision.action === 'send-over-threshold' ? decision.reason : decision.action;
}

/** The guard after compactions that saved these shares. */
function guardAfterSaving(shares: readonly number[], trigger: Trigger = 'automatic'): ThrashGuard {
	return shares.reduce(
		(guard, share) => guardAfter(guard, { trigger, before: 100_000, after: 100_000 * (1 - share) }),
		freshGuard,
	);
}

const twice = guardAfterSaving([0.05, 0.09]);

describe('before a request', () => {
	const overhead = { instructions: 0, tools: 20_000, offered: 1 };
	for (const [what, tokens, change, decision] of [
		['below the soft threshold', 79_999, {}, 'send'],
		['from the soft threshold on', 80_000, {}, 'compact-in-background'],
		['just below the hard threshold', 99_999, {}, 'compact-in-background'],
		['from the hard threshold on', 100_000, {}, 'compact-first'],
		['while the size is pending', 0, { size: { kind: 'pending', tokens: 500_000 } }, 'send'],
		['after two that saved too little', 100_000, { guard: twice }, 'not-helping'],
		['after two, below the threshold', 79_999, { guard: twice }, 'send'],
		[
			'once what can be compacted has grown by a quarter',
			114_000,
			{ guard: twice },
			'compact-first',
		],
		[
			'before it has, whatever every request carries',
			133_000,
			{ guard: twice, settings: { ...settings, overhead } },
			'not-helping',
		],
		['after three attempts of the turn', 100_000, { attempts: 3 }, 'attempts-used'],
		['after two attempts', 100_000, { attempts: 2 }, 'compact-first'],
		['paused', 100_000, { paused: true }, 'paused'],
		['after an undo', 100_000, { restsUntil: 110_000 }, 'resting'],
		['grown since an undo', 110_000, { restsUntil: 110_000 }, 'compact-first'],
		['after an undo, with a full window', 192_000, { restsUntil: 250_000 }, 'compact-first'],
	] as const) {
		it(`${what}: ${decision}`, () => {
			assert.equal(decided(tokens, change), decision);
		});
	}
});

describe('whether compacting still helps', () => {
	for (const [what, guard, expected] of [
		['one that did not help', guardAfterSaving([0.05]), { unhelpful: 1 }],
		['only those in a row', guardAfterSaving([0.05, 0.5, 0.05]), { unhelpful: 1 }],
		['a tenth as help', guardAfterSaving([0.05, 0.1]), freshGuard],
		[
			'one that made it larger',
			guardAfterSaving([-0.2, -0.1]),
			{ unhelpful: 2, restsUntil: 137_501 },
		],
		['one by hand as a new beginning', guardAfterSaving([0.001], 'manual'), freshGuard],
	] as const) {
		it(`counts ${what}`, () => {
			assert.deepEqual(guard, expected);
		});
	}
});

describe('a finished background result', () => {
	it('is needed while the context is at 0.65 of the hard threshold, or of what it was made for', () => {
		for (const [size, before, isNeeded] of [
			[counted(65_000), 100_000, true],
			[counted(64_999), 100_000, false],
			[counted(52_000), 80_000, true],
			[{ kind: 'pending', tokens: 7_000 }, 100_000, false],
		] as const) {
			assert.equal(isStillNeeded(size, settings, before), isNeeded);
		}
	});
});
