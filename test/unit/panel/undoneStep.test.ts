import assert from 'node:assert/strict';
import { undoneStep } from '../../../src/panel/undoneStep.ts';
import type { HistoryEntry } from '../../../src/protocol/conversationView.ts';
import { compactedState } from '../../panel/states.ts';

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
