import assert from 'node:assert/strict';
import { activeCompactionCount, historyRows, undoneStep } from '../../../src/panel/records.ts';
import { type HistoryEntry } from '../../../src/protocol/conversationView.ts';
import { compactedState } from '../../panel/states.ts';

function entry(id: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
	return {
		id,
		number: id,
		createdAt: 0,
		kind: 'compaction',
		tokensBefore: 100_000,
		tokensAfter: 25_000,
		...changes,
	};
}

describe('the history', () => {
	it('is shown newest first, with changes of items below the compaction they go back to', () => {
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
});

describe('compactions', () => {
	it('are counted as far as they hold', () => {
		const { status = assert.fail() } = compactedState.conversation ?? {};
		const history = [entry(1), entry(2, { parent: 1 }), entry(3, { kind: 'pin', parent: 2 })];
		const { active: _, ...log } = { ...status, history };
		assert.deepEqual(
			[{ ...log, active: 3 }, { ...log, active: 1 }, log].map(activeCompactionCount),
			[2, 1, 0],
		);
	});
});

describe('what an undo takes back', () => {
	const status = compactedState.conversation?.status;
	assert.ok(status !== undefined);
	const [compaction] = status.history;
	assert.ok(compaction !== undefined);

	function stepOf(entry: Partial<HistoryEntry>): string {
		assert.ok(status !== undefined && compaction !== undefined);
		return undoneStep({
			...status,
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
		const { active: _active, ...log } = status;
		assert.equal(undoneStep(log), 'step');
	});
});
