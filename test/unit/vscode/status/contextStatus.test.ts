import assert from 'node:assert/strict';
import type { MeterView } from '../../../../src/protocol/conversationView.ts';
import { contextStatus, contextUse } from '../../../../src/vscode/status/contextStatus.ts';
import { compactedState } from '../../../panel/states.ts';

describe('the status of a context', () => {
	const { conversation } = compactedState;
	assert.ok(conversation !== undefined);
	const { status } = conversation;

	/** When no compaction is news any more. */
	const later = Number.MAX_SAFE_INTEGER;

	/** A window of 100,000 tokens with thresholds at 40,000 and 50,000. */
	const meter = (tail: number, pending = false): MeterView => ({
		window: 100_000,
		isWindowReported: true,
		thresholds: { soft: 40_000, hard: 50_000 },
		fixed: 0,
		other: 0,
		head: 0,
		summary: 0,
		tail,
		pending,
	});

	it('is how much of the window it takes', () => {
		assert.deepEqual(contextStatus({ meter: meter(39_000), status }, false, later), {
			kind: 'measured',
			percent: 39,
		});
	});

	it('is that it is being compacted, whatever else holds', () => {
		const view = { meter: meter(99_000, true), status: { ...status, stopped: true } };
		assert.deepEqual(contextStatus(view, true, later), { kind: 'compacting' });
	});

	it('names no number after a compaction until the model has counted', () => {
		for (const tail of [5_000, 99_000]) {
			assert.deepEqual(contextStatus({ meter: meter(tail, true), status }, false, later), {
				kind: 'pending',
			});
		}
	});

	it('is for a minute what a compaction came to, unless that was undone', () => {
		const [entry] = status.history;
		assert.ok(entry !== undefined);
		const view = { meter: meter(5_000, true), status: { ...status, active: entry.id } };
		assert.deepEqual(contextStatus(view, false, entry.createdAt + 10_000), {
			kind: 'compacted',
			sizes: entry,
			recentForMs: 50_000,
		});
		assert.equal(contextStatus(view, false, entry.createdAt + 60_000).kind, 'pending');
		const { active: _, ...undone } = view.status;
		assert.equal(
			contextStatus({ ...view, status: undone }, false, entry.createdAt).kind,
			'pending',
		);
	});

	it('is not news of a compaction that a file dates in the future', () => {
		const [entry] = status.history;
		assert.ok(entry !== undefined);
		const view = { meter: meter(5_000), status: { ...status, active: entry.id } };
		assert.equal(contextStatus(view, false, entry.createdAt - 60_000).kind, 'measured');
	});

	it('warns of a window that is nearly full, from 95 % on', () => {
		const kindAt = (tail: number, viewed = false) =>
			contextStatus({ meter: meter(tail), status: { ...status, viewed } }, false, later).kind;
		assert.deepEqual([kindAt(94_900), kindAt(95_000)], ['measured', 'full']);
		assert.equal(kindAt(95_000, true), 'measured');
	});

	it('has no percentage where the window is not known', () => {
		const { window: _, ...unknown } = meter(454_000);
		assert.deepEqual(contextStatus({ meter: unknown, status }, false, later), {
			kind: 'measured',
		});
	});

	it('warns of automatic compaction that has stopped, where it would be needed', () => {
		const stopped = { ...status, stopped: true };
		const kindAt = (tail: number) =>
			contextStatus({ meter: meter(tail), status: stopped }, false, later).kind;
		assert.deepEqual([kindAt(39_900), kindAt(40_000)], ['measured', 'stopped']);
	});
});

describe('the use of the window', () => {
	const meter = { window: 200_000, fixed: 0, other: 0, pending: false };

	it('counts tools and instructions', () => {
		const { used } = contextUse({ ...meter, fixed: 16_243, head: 0, summary: 0, tail: 24_322 });
		assert.equal(used, 40_565);
	});

	it('can exceed the window', () => {
		assert.equal(contextUse({ ...meter, head: 0, summary: 0, tail: 300_000 }).percent, 150);
	});
});
