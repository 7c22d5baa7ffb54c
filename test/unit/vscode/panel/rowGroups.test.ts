import assert from 'node:assert/strict';
import { firstOf, rowGroups } from '../../../../src/vscode/panel/treeElement.ts';
import { rowOf } from './rows.ts';

describe('the groups of conversations', () => {
	const here = [
		rowOf({ id: 'a', workspace: 'file:///here' }),
		rowOf({ id: 'c', workspace: 'file:///here' }),
	];
	const other = rowOf({ id: 'b', workspace: 'file:///there' });
	const nowhere = rowOf({ id: 'd' });

	it('are those of the open workspace and all others, each in its order', () => {
		const [first, second] = here;
		assert.ok(first !== undefined && second !== undefined);
		assert.deepEqual(rowGroups([first, other, second, nowhere], 'file:///here'), {
			here,
			elsewhere: [other, nowhere],
		});
	});

	it('are those of no workspace first in an empty window', () => {
		assert.deepEqual(rowGroups([other, nowhere], undefined), {
			here: [nowhere],
			elsewhere: [other],
		});
	});
});

describe('the beginning of a list', () => {
	const items = [1, 2, 3, 4, 5];

	it('is as long as it may be, and says how many are left', () => {
		assert.deepEqual(
			firstOf(items, 3, () => false),
			{ shown: [1, 2, 3], hidden: 2 },
		);
		assert.deepEqual(
			firstOf(items, 9, () => false),
			{ shown: items, hidden: 0 },
		);
	});

	it('has what is wanted wherever it stands, once', () => {
		assert.deepEqual(
			firstOf(items, 3, (item) => item === 5),
			{ shown: [1, 2, 3, 5], hidden: 1 },
		);
		assert.deepEqual(
			firstOf(items, 3, (item) => item === 2),
			{ shown: [1, 2, 3], hidden: 2 },
		);
	});
});
