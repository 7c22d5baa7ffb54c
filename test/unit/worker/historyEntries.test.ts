import assert from 'node:assert/strict';
import { historyEntries } from '../../../src/worker/viewOfConversation.ts';
import { RecordTree } from '../../../src/conversations/recordTree.ts';
import { recordOver } from '../conversations/store/samples.ts';

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
			historyEntries(new RecordTree(records), undefined).map(({ number }) => number),
			[1, 1, 1, 2, 2, 3, 1, 1],
		);
	});
});
