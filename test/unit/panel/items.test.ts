import assert from 'node:assert/strict';
import {
	isOpenAtFirst,
	markedSections,
	locateEdit,
	displayedText,
	sourceRanges,
	splitNumber,
} from '../../../src/panel/items.ts';
import { type SectionView } from '../../../src/protocol/conversationView.ts';
import { at } from '../../support/logs.ts';
import { sectionTitles, type SummaryItem } from '../../../src/summary/sections.ts';

function goal(...texts: readonly string[]): readonly SectionView[] {
	return [{ title: 'Goal', tokens: 1, items: texts.map((text) => ({ text, sources: [] })) }];
}

function rows(present: readonly SectionView[], next: readonly SectionView[]): readonly string[] {
	const { items } = at(markedSections(present, next), 0);
	return items.map(({ text, mark = 'same' }) => `${mark} ${text}`);
}

describe('what a preview changes', () => {
	it('shows what goes where it stood, and marks what is new', () => {
		assert.deepEqual(rows(goal('a', 'b', 'c', 'd'), goal('a', 'c', 'e')), [
			'same a',
			'dropped b',
			'same c',
			'dropped d',
			'new e',
		]);
	});

	it('takes an item with another number for the same', () => {
		assert.deepEqual(rows(goal('1. built', '2. tested'), goal('1. tested')), [
			'dropped 1. built',
			'same 1. tested',
		]);
	});

	it('calls all of a section new that was empty', () => {
		assert.deepEqual(rows(goal(), goal('a')), ['new a']);
		assert.deepEqual(rows([], goal('a')), ['new a']);
	});
});

describe('the number of an item', () => {
	it('is taken off where there is one', () => {
		assert.deepEqual(splitNumber('12. EDIT a.ts — ok'), { number: '12.', text: 'EDIT a.ts — ok' });
		assert.deepEqual(splitNumber('EDIT a.ts'), { number: '', text: 'EDIT a.ts' });
		assert.deepEqual(splitNumber('3.5 is a version'), { number: '', text: '3.5 is a version' });
	});
});

describe('a text that is too long for a side bar', () => {
	it('is cut, and says by how much', () => {
		const { text, left } = displayedText('x'.repeat(1_000_000));
		assert.ok(text.length <= 20_000);
		assert.equal(text.length + left, 1_000_000);
	});

	it('is cut between characters', () => {
		const { text } = displayedText(`x${'😀'.repeat(20_000)}`);
		assert.equal(text.isWellFormed(), true);
	});

	it('is left alone where it is not, but for what is hidden in it', () => {
		assert.deepEqual(displayedText('a\u202Eb'), { text: 'a⟨U+202E⟩b', left: 0 });
	});
});

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
		assert.deepEqual(locateEdit(edit, 3, goals('a', 'old')), { kind: 'open', edit });
	});

	it('follows its item into a newer record', () => {
		assert.deepEqual(locateEdit(edit, 5, goals('old', 'b', 'c')), {
			kind: 'open',
			edit: { ...edit, record: 5, index: 0 },
		});
	});

	it('follows its item when the removal of another one changed its number', () => {
		const open = { ...edit, text: '3. old', draft: '3. older' };
		const numbered = { ...edit, record: 5, index: 1, text: '2. old', draft: '2. older' };
		assert.deepEqual(locateEdit(open, 5, goals('1. a', '2. old')), {
			kind: 'open',
			edit: numbered,
		});
	});

	it('ends when the item says what was written', () => {
		const edited = { text: 'new', sources: [], kept: 'edited' } as const;
		assert.deepEqual(locateEdit(edit, 4, goals('a', edited)), { kind: 'saved' });
	});

	it('ends there also if another item says what it said', () => {
		const open = { ...edit, text: '2. ran tests', draft: '2. ran all tests ' };
		const edited = { text: '2. ran all tests', sources: [], kept: 'edited' } as const;
		assert.deepEqual(locateEdit(open, 4, goals('1. ran tests', edited)), { kind: 'saved' });
		const same = { text: 'new', sources: [], kept: 'edited' } as const;
		assert.deepEqual(locateEdit(edit, 4, goals('old', same)), { kind: 'saved' });
	});

	it('goes on in an item that was edited before', () => {
		const edited = { text: 'old', sources: [], kept: 'edited' } as const;
		for (const draft of ['old', 'old ']) {
			const open = { ...edit, draft };
			assert.deepEqual(locateEdit(open, 3, goals('a', edited)), { kind: 'open', edit: open });
		}
	});

	it('moves to no item that only resembles its own', () => {
		const open = { ...edit, index: 2, text: '3. old', draft: '3. older' };
		for (const others of [['1. old', '2. old'], ['old']]) {
			assert.deepEqual(locateEdit(open, 5, goals(...others)), { kind: 'orphan', edit: open });
		}
		assert.deepEqual(locateEdit(edit, 5, goals('1. old')), { kind: 'orphan', edit });
	});

	it('is not lost when its item is', () => {
		assert.deepEqual(locateEdit(edit, 5, goals('a', 'b')), { kind: 'orphan', edit });
		assert.deepEqual(locateEdit(edit, undefined, []), { kind: 'orphan', edit });
	});
});

describe('the sources of an item', () => {
	it('are ranges where they follow one another', () => {
		assert.deepEqual(sourceRanges([41, 42, 43, 47]), [
			{ first: 41, last: 43 },
			{ first: 47, last: 47 },
		]);
	});

	it('are told once and in order', () => {
		assert.deepEqual(sourceRanges([9, 3, 9, 4]), [
			{ first: 3, last: 4 },
			{ first: 9, last: 9 },
		]);
	});
});

describe('sections', () => {
	it('are open at first, but for those that a person looks up when they want to', () => {
		const opened = sectionTitles.filter((title) => isOpenAtFirst({ title, items: [], tokens: 0 }));
		assert.deepEqual(
			sectionTitles.filter((title) => !opened.includes(title)),
			['Active State', 'Resolved Questions', 'Critical Context'],
		);
	});
});
