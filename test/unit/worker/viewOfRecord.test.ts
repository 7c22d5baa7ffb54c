import assert from 'node:assert/strict';
import { RecordTree } from '../../../src/conversations/recordTree.ts';
import type { CompactionRecord } from '../../../src/compaction/record.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { summaryOf } from '../../../src/summary/sections.ts';
import { historyEntries, viewOfRecord } from '../../../src/worker/viewOfConversation.ts';
import { recordOver } from '../conversations/store/samples.ts';

/** The receipts of records, in order. */
function receiptsOf(...records: readonly CompactionRecord[]) {
	const tree = new RecordTree(
		records.map((record, index) => ({ id: index + 1, createdAt: 0, record })),
	);
	return tree.all.map(
		({ id }) => viewOfRecord({ records: tree, log: [] }, id, estimatedTokens)?.receipt,
	);
}

describe('the version of a record', () => {
	it('counts compactions and prunings, and is kept by what a person changes in one', () => {
		const made = [
			['compaction'],
			['pin', 1],
			['edit', 2],
			['prune', 3],
			['remove', 4],
			['compaction', 5],
			// An undo has gone back to the first one.
			['edit', 1],
			['pin', 7],
		] as const;
		const records = made.map(([kind, parent], index) => ({
			id: index + 1,
			...(parent === undefined ? {} : { parent }),
			createdAt: 0,
			record: { ...recordOver(4), kind },
		}));
		assert.deepEqual(
			historyEntries(records).map(({ number }) => number),
			[1, 1, 1, 2, 2, 3, 1, 1],
		);
	});
});

describe('the receipt of a compaction with a focus', () => {
	it('says that the focus changed nothing where the same was written without it', () => {
		const [plain, focused] = receiptsOf(recordOver(4), recordOver(4, 'parser'));
		assert.deepEqual([plain?.focusIsIdle, focused?.focusIsIdle], [undefined, true]);
	});

	it('says nothing where it did, or where the summary stands for something else', () => {
		const other = { ...recordOver(4, 'parser'), summary: summaryOf(() => []) };
		const further = recordOver(6, 'parser');
		for (const receipt of receiptsOf(recordOver(4), other, further)) {
			assert.equal(receipt?.focusIsIdle, undefined);
		}
	});
});
