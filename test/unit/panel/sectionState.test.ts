import assert from 'node:assert/strict';
import { isOpenAtFirst } from '../../../src/panel/sectionState.ts';
import type { SectionTitle } from '../../../src/summary/sections.ts';

function section(title: SectionTitle, count: number) {
	return {
		title,
		tokens: 0,
		items: Array.from({ length: count }, () => ({ text: 'a', sources: [] })),
	};
}

describe('sections', () => {
	it('are open at first when they are short', () => {
		assert.equal(isOpenAtFirst(section('Goal', 8)), true);
		assert.equal(isOpenAtFirst(section('Goal', 9)), false);
	});

	it('are always open at first when they say what is wanted', () => {
		assert.equal(isOpenAtFirst(section('Active Task', 30)), true);
		assert.equal(isOpenAtFirst(section('Pending User Asks', 30)), true);
	});
});
