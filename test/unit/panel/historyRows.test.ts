import assert from 'node:assert/strict';
import { historyRows } from '../../../src/panel/historyRows.ts';
import type { HistoryEntry } from '../../../src/protocol/conversationView.ts';

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
