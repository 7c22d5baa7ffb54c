import assert from 'node:assert/strict';
import { placeOfEdit } from '../../../src/panel/itemEdits.ts';
import type { SectionView } from '../../../src/protocol/conversationView.ts';
import type { SummaryItem } from '../../../src/summary/sections.ts';

const edit = { record: 3, section: 'Goal', index: 1, text: 'old', draft: 'new' } as const;

function goals(...items: readonly (string | SummaryItem)[]): readonly SectionView[] {
	return [
		{
			title: 'Goal',
			tokens: 0,
			items: items.map((item) => (typeof item === 'string' ? { text: item, sources: [] } : item)),
		},
	];
}

describe('an edit that was begun', () => {
	it('goes on at its place', () => {
		assert.deepEqual(placeOfEdit(edit, 3, goals('a', 'old')), { kind: 'open', edit });
	});

	it('follows its item into a newer record', () => {
		assert.deepEqual(placeOfEdit(edit, 5, goals('old', 'b', 'c')), {
			kind: 'open',
			edit: { ...edit, record: 5, index: 0 },
		});
	});

	it('ends when the item says what was written', () => {
		const edited = { text: 'new', sources: [], kept: 'edited' } as const;
		assert.deepEqual(placeOfEdit(edit, 4, goals('a', edited)), { kind: 'saved' });
	});

	it('is not lost when its item is', () => {
		assert.deepEqual(placeOfEdit(edit, 5, goals('a', 'b')), { kind: 'orphan', edit });
		assert.deepEqual(placeOfEdit(edit, undefined, []), { kind: 'orphan', edit });
	});
});
