import assert from 'node:assert/strict';
import { markedSections } from '../../../src/panel/markedSections.ts';
import type { SectionView } from '../../../src/protocol/conversationView.ts';
import { at } from '../../support/logs.ts';

function goal(...texts: readonly string[]): readonly SectionView[] {
	return [{ title: 'Goal', tokens: 1, items: texts.map((text) => ({ text, sources: [] })) }];
}

function rows(present: readonly SectionView[], next: readonly SectionView[]): readonly string[] {
	const { items, marks = [] } = at(markedSections(present, next), 0);
	return items.map(({ text }, index) => `${marks[index] ?? 'same'} ${text}`);
}

describe('what a preview changes', () => {
	it('marks nothing where both say the same', () => {
		assert.deepEqual(rows(goal('a', 'b'), goal('a', 'b')), ['same a', 'same b']);
	});

	it('shows what goes where it stood, and marks what is new', () => {
		assert.deepEqual(rows(goal('a', 'b', 'c', 'd'), goal('a', 'c', 'e')), [
			'same a',
			'dropped b',
			'same c',
			'new e',
			'dropped d',
		]);
	});

	it('takes an item with another number for the same', () => {
		assert.deepEqual(rows(goal('1. built', '2. tested'), goal('1. tested')), [
			'dropped 1. built',
			'same 1. tested',
		]);
	});

	it('shows an item once that is said twice', () => {
		assert.deepEqual(rows(goal('x', 'a', 'a'), goal('a', 'a')), ['dropped x', 'same a', 'same a']);
	});

	it('calls all of a section new that was empty', () => {
		assert.deepEqual(rows(goal(), goal('a')), ['new a']);
		assert.deepEqual(rows([], goal('a')), ['new a']);
	});
});
