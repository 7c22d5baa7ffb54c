import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { layoutMeter } from '../../../src/panel/meterLayout.ts';

const thresholds = { soft: 80_000, hard: 100_000 };
const base = { window: 200_000, thresholds, fixed: 0, other: 0, pending: false };

describe('the meter', () => {
	it('shows head, summary, tail and what is free as parts of the window', () => {
		const { segments, used, share, over } = layoutMeter({
			...base,
			head: 10_000,
			summary: 6_000,
			tail: 24_000,
		});
		assert.deepEqual(
			segments.map(({ kind, tokens, percent }) => [kind, tokens, percent]),
			[
				['head', 10_000, 5],
				['summary', 6_000, 3],
				['tail', 24_000, 12],
				['free', 160_000, 80],
			],
		);
		assert.deepEqual([used, share, over], [40_000, 0.2, 0]);
	});

	it('begins with what every request carries, where that is known', () => {
		const parts = { head: 10_000, summary: 6_000, tail: 24_000 };
		const { segments, used } = layoutMeter({ ...base, fixed: 20_000, ...parts });
		assert.deepEqual([segments[0]?.kind, segments[0]?.percent, used], ['fixed', 10, 60_000]);
	});

	it('puts the thresholds where they are', () => {
		const { ticks } = layoutMeter({ ...base, head: 0, summary: 0, tail: 1 });
		assert.deepEqual(
			ticks.map(({ kind, percent }) => [kind, percent]),
			[
				['soft', 40],
				['hard', 50],
			],
		);
	});

	it('shows what a compaction freed, whatever was said since', () => {
		const compacted = { ...base, head: 10_000, summary: 10_000, before: 160_000, saved: 120_000 };
		const { ghost } = layoutMeter({ ...compacted, tail: 20_000 });
		assert.deepEqual(ghost, { from: 20, percent: 60, savedTokens: 120_000, savedShare: 0.75 });
		const later = layoutMeter({ ...compacted, tail: 100_000 }).ghost;
		assert.deepEqual([later?.savedTokens, later?.percent], [120_000, 20]);
	});

	it('shows no saving where there is none', () => {
		const view = { ...base, head: 10_000, summary: 0, tail: 20_000 };
		assert.equal(layoutMeter(view).ghost, undefined);
		assert.equal(layoutMeter({ ...view, before: 30_000, saved: 1 }).ghost, undefined);
		assert.equal(layoutMeter({ ...view, before: 20_000, saved: 1 }).ghost, undefined);
	});

	it('shows what a compaction freed of an unknown window as a part of the size before', () => {
		const { window: _, ...unknown } = { ...base, head: 10_000, summary: 10_000, tail: 20_000 };
		const { segments, ghost } = layoutMeter({ ...unknown, before: 160_000, saved: 120_000 });
		assert.deepEqual(
			segments.map(({ percent }) => percent),
			[6.25, 6.25, 12.5],
		);
		assert.deepEqual([ghost?.from, ghost?.percent], [25, 75]);
	});

	it('has no thresholds where nothing is compacted automatically', () => {
		const { thresholds: _, ...file } = { ...base, head: 0, summary: 0, tail: 1 };
		assert.deepEqual(layoutMeter(file).ticks, []);
	});

	it('fills the bar when the context exceeds the window, and says by how much', () => {
		const { over, segments, ticks } = layoutMeter({ ...base, head: 0, summary: 0, tail: 400_000 });
		assert.equal(over, 200_000);
		assert.deepEqual(
			segments.map(({ percent }) => percent),
			[100],
		);
		assert.deepEqual(
			ticks.map(({ percent }) => percent),
			[20, 25],
		);
	});

	it('never leaves the bar', () => {
		const tokens = fc.nat(2_000_000);
		fc.assert(
			fc.property(
				fc.record({
					window: fc.integer({ min: 1, max: 2_000_000 }),
					thresholds: fc.record({ soft: tokens, hard: tokens }),
					fixed: tokens,
					other: tokens,
					head: tokens,
					summary: tokens,
					tail: tokens,
					before: tokens,
					saved: tokens,
					pending: fc.boolean(),
				}),
				(view) => {
					const { segments, ticks, ghost } = layoutMeter({ ...view, pending: false });
					const sum = segments.reduce((total, { percent }) => total + percent, 0);
					assert.ok(Math.abs(sum - 100) < 1e-6, `segments add up to ${sum}`);
					assert.ok(ticks.every(({ percent }) => percent >= 0 && percent <= 100));
					assert.ok(ghost === undefined || ghost.from + ghost.percent <= 100 + 1e-9);
				},
			),
		);
	});
});
