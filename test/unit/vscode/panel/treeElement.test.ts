import assert from 'node:assert/strict';
import { idOf, namedBy, type TreeElement } from '../../../../src/vscode/panel/treeElement.ts';
import { rowOf } from './rows.ts';

describe('a row of the tree', () => {
	const row = rowOf({ id: 'a' });
	const conversation: TreeElement = { kind: 'conversation', conversation: 'a', row, place: 'here' };

	it('keeps its id while the conversation changes and moves', () => {
		const moved: TreeElement = {
			...conversation,
			row: rowOf({ id: 'a', title: 'New' }),
			place: 'elsewhere',
		};
		assert.equal(idOf(moved), idOf(conversation));
	});

	it('shares its id with no other', () => {
		const handoff = { name: 'a', commit: 'c0ffee', title: 'Fix it', author: 'ada', date: 0 };
		const shared = { kind: 'shared', folder: '/work/app', handoff } as const;
		const sharedRows = [
			shared,
			{ ...shared, folder: '/work/api' },
			{ ...shared, handoff: { ...handoff, name: 'b' } },
		];
		const record = { kind: 'record', conversation: 'a', logTokens: 0, isActive: false } as const;
		const rows: readonly TreeElement[] = [
			conversation,
			{ ...conversation, conversation: 'b' },
			{ ...record, record: 0 },
			{ ...record, record: 1 },
			{ ...record, conversation: 'b', record: 1 },
			{ kind: 'elsewhere', count: 1, isAlone: false },
			{ kind: 'repository', count: 1, unlisted: 0, isAlone: false },
			...sharedRows,
			{ kind: 'more', list: 'here', hidden: 1 },
			{ kind: 'more', list: 'elsewhere', hidden: 1 },
		];
		assert.equal(new Set(rows.map(idOf)).size, rows.length);
	});

	it('names what a command is about', () => {
		assert.deepEqual(namedBy(conversation), { conversation: 'a' });
		assert.deepEqual(namedBy({ conversation: 'a', record: 0 }), { conversation: 'a', record: 0 });
	});

	it('is told apart from anything else a command may get', () => {
		for (const other of [undefined, null, 'a', 7, [], {}, { conversation: 1 }, { record: 1 }]) {
			assert.equal(namedBy(other), undefined);
		}
	});
});
