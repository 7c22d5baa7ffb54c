import assert from 'node:assert/strict';
import { historyRows, undoneStep } from '../../../src/panel/records.ts';
import { type HistoryEntry } from '../../../src/protocol/conversationView.ts';
import { compactedState } from '../../panel/states.ts';

function entry(id: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
	return {
		id,
		number: id,
		createdAt: 0,
		kind: 'compaction',
		trigger: 'manual',
		tokensBefore: 100_000,
		tokensAfter: 25_000,
		...changes,
	};
}

describe('the history', () => {
	it('is shown newest first, on one scale', () => {
		const rows = historyRows([entry(1), entry(2, { tokensBefore: 50_000, tokensAfter: 20_000 })]);
		assert.deepEqual(
			rows.map(({ entry: { id }, before, after }) => [id, before, after]),
			[
				[2, 50, 20],
				[1, 100, 25],
			],
		);
	});

	it('has changes of items with the compaction they go back to', () => {
		const rows = historyRows([
			entry(1),
			entry(2, { kind: 'pin', parent: 1 }),
			entry(3, { parent: 2 }),
			entry(4, { kind: 'edit', parent: 2 }),
			entry(5, { kind: 'remove', parent: 3 }),
		]);
		assert.deepEqual(
			rows.map(({ entry: { id }, changes }) => [id, changes.map((change) => change.id)]),
			[
				[3, [5]],
				[1, [2, 4]],
			],
		);
	});

	it('may be empty', () => {
		assert.deepEqual(historyRows([]), []);
	});
});

describe('what an undo takes back', () => {
	const standing = compactedState.conversation?.standing;
	assert.ok(standing !== undefined);
	const [compaction] = standing.history;
	assert.ok(compaction !== undefined);

	function stepOf(entry: Partial<HistoryEntry>): string {
		assert.ok(standing !== undefined && compaction !== undefined);
		return undoneStep({
			...standing,
			history: [compaction, { ...compaction, id: 2, ...entry }],
			active: 2,
		});
	}

	it('is what made the active record', () => {
		const section = 'Goal';
		assert.equal(stepOf({ kind: 'compaction' }), 'compaction');
		assert.equal(stepOf({ kind: 'edit' }), 'edit');
		assert.equal(stepOf({ kind: 'remove' }), 'remove');
		assert.equal(stepOf({ kind: 'pin', change: { section, after: 'x' } }), 'pin');
		assert.equal(stepOf({ kind: 'pin', change: { section, before: 'x' } }), 'unpin');
	});

	it('has no name of its own where decisions were carried, or nothing is compacted', () => {
		assert.equal(stepOf({ kind: 'pin' }), 'step');
		const { active: _active, ...log } = standing;
		assert.equal(undoneStep(log), 'step');
	});
});
