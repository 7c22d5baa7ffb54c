import assert from 'node:assert/strict';
import '../../../support/vscodeModule.ts';
import type { HistoryEntry, StatusView } from '../../../../src/protocol/conversationView.ts';

const { isCompactedByPrecis } = await import('../../../../src/vscode/status/contextKeys.ts');

describe('whether Precis has compacted a conversation', () => {
	const status: StatusView = {
		kept: true,
		viewed: false,
		answering: false,
		automatic: true,
		paused: false,
		stopped: false,
		canUndo: true,
		canRedo: false,
		history: [],
	};
	const entry: HistoryEntry = {
		id: 1,
		number: 1,
		createdAt: 0,
		kind: 'compaction',
		tokensBefore: 9_000,
		tokensAfter: 3_000,
	};
	const after = (...history: readonly HistoryEntry[]): boolean =>
		isCompactedByPrecis({ status: { ...status, history } });

	it('is so after its own compaction, not after one of the assistant that the session is from', () => {
		assert.ok(!after());
		assert.ok(!after({ ...entry, assistant: 'Claude Code' }, { ...entry, kind: 'prune' }));
		assert.ok(after({ ...entry, assistant: 'Claude Code' }, entry));
	});
});
