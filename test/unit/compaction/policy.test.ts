import assert from 'node:assert/strict';
import {
	sizeAfterAppend,
	sizeAfterCompaction,
	sizeAfterReport,
	initialSize,
	type ContextSize,
} from '../../../src/compaction/contextSize.ts';
import {
	attemptsPerTurn,
	backgroundVerdict,
	freshGuard,
	guardAfter,
	preflight,
	type ThrashGuard,
	type Trigger,
} from '../../../src/compaction/policy.ts';

const thresholds = { soft: 80_000, hard: 100_000 };

function measured(tokens: number): ContextSize {
	return { kind: 'measured', tokens };
}

function decide(size: ContextSize, guard = freshGuard, attempts = 0): string {
	return preflight(size, thresholds, guard, attempts).action;
}

/** The guard after compactions that saved these shares. */
function guardAfterSaving(shares: readonly number[], trigger: Trigger = 'automatic'): ThrashGuard {
	return shares.reduce(
		(guard, share) => guardAfter(guard, { trigger, before: 100_000, after: 100_000 * (1 - share) }),
		freshGuard,
	);
}

describe('preflight', () => {
	it('sends below the soft threshold', () => {
		assert.equal(decide(measured(79_999)), 'send');
	});

	it('compacts in the background from the soft threshold on', () => {
		assert.equal(decide(measured(80_000)), 'compact-in-background');
		assert.equal(decide(measured(99_999)), 'compact-in-background');
	});

	it('compacts first from the hard threshold on', () => {
		assert.equal(decide(measured(100_000)), 'compact-first');
	});

	it('triggers nothing while the size is pending', () => {
		assert.equal(decide(sizeAfterCompaction(500_000)), 'send');
	});
});

describe('anti-thrash', () => {
	it('rests until what can be compacted has grown by a quarter', () => {
		const guard = guardAfterSaving([0.05, 0.2, 0.05, 0.04]);
		assert.deepEqual(guard, { unhelpful: 2, restsUntil: 120_000 });
		const action = (tokens: number): string =>
			preflight(measured(tokens), thresholds, guard, 0, 20_000).action;
		assert.equal(action(139_999), 'send-over-threshold');
		assert.equal(action(140_000), 'compact-first');
	});

	it('stops automatic compaction after two in a row that saved less than a tenth', () => {
		const guard = guardAfterSaving([0.05, 0.09]);
		assert.deepEqual(preflight(measured(100_000), thresholds, guard, 0), {
			action: 'send-over-threshold',
			reason: 'not-helping',
		});
		assert.equal(decide(measured(90_000), guard), 'send-over-threshold');
		assert.equal(decide(measured(79_999), guard), 'send');
	});

	it('allows one that did not help', () => {
		assert.equal(decide(measured(100_000), guardAfterSaving([0.05])), 'compact-first');
	});

	it('counts only those in a row', () => {
		assert.equal(decide(measured(100_000), guardAfterSaving([0.05, 0.5, 0.05])), 'compact-first');
	});

	it('takes a tenth for help', () => {
		assert.deepEqual(guardAfterSaving([0.05, 0.1]), freshGuard);
	});

	it('counts one that made the context larger', () => {
		assert.equal(decide(measured(100_000), guardAfterSaving([-0.2, -0.1])), 'send-over-threshold');
	});

	it('is reset by a manual compaction, whatever that saved', () => {
		const stopped = guardAfterSaving([0.05, 0.05]);
		const after = guardAfter(stopped, { trigger: 'manual', before: 1_000, after: 999 });
		assert.deepEqual(after, freshGuard);
	});
});

describe('attempts within one turn', () => {
	it('are three at most', () => {
		assert.equal(attemptsPerTurn, 3);
		assert.equal(decide(measured(100_000), freshGuard, 2), 'compact-first');
		assert.deepEqual(preflight(measured(100_000), thresholds, freshGuard, 3), {
			action: 'send-over-threshold',
			reason: 'attempts-used',
		});
	});

	it('do not matter while there is room', () => {
		assert.equal(decide(measured(10), freshGuard, 99), 'send');
	});
});

describe('a finished background result', () => {
	it('is applied while the context is at 0.65 of the hard threshold or above', () => {
		assert.equal(backgroundVerdict(measured(65_000), thresholds, true), 'apply');
	});

	it('is proposed to the person when it is no longer needed', () => {
		assert.equal(backgroundVerdict(measured(64_999), thresholds, true), 'propose');
	});

	it('is proposed when its range has changed', () => {
		assert.equal(backgroundVerdict(measured(99_000), thresholds, false), 'propose');
	});

	it('is judged by the estimate while the size is pending', () => {
		assert.equal(backgroundVerdict(sizeAfterCompaction(70_000), thresholds, true), 'apply');
		assert.equal(backgroundVerdict(sizeAfterCompaction(7_000), thresholds, true), 'propose');
	});
});

describe('token accounting', () => {
	it('is the sum of messages, system prompt and tool schemas before the first report', () => {
		assert.deepEqual(initialSize(10_000), measured(10_000));
	});

	it('is the reported prompt tokens plus what was appended since', () => {
		const size = [120, 30].reduce(sizeAfterAppend, sizeAfterReport(50_000));
		assert.deepEqual(size, measured(50_150));
	});

	it('is pending after a compaction until the next report', () => {
		const pending = sizeAfterAppend(sizeAfterCompaction(20_000), 90_000);
		assert.deepEqual(pending, { kind: 'pending', estimate: 110_000 });
		assert.equal(decide(pending), 'send');
		assert.deepEqual(sizeAfterReport(81_000), { ...measured(81_000), isReported: true });
		assert.equal(decide(sizeAfterReport(81_000)), 'compact-in-background');
	});
});
