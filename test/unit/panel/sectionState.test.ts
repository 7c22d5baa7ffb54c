import assert from 'node:assert/strict';
import {
	isOpenAtFirst,
	nothingRemembered,
	readRemembered,
} from '../../../src/panel/sectionState.ts';
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

describe('what the panel remembers', () => {
	it('is read back', () => {
		const state = { conversation: 'a', toggles: { Goal: false }, focus: 'auth' };
		assert.deepEqual(readRemembered(structuredClone(state)), state);
	});

	it('is nothing when it does not look like it', () => {
		for (const value of [undefined, null, 7, {}, { conversation: 'a', toggles: null, focus: '' }]) {
			assert.deepEqual(readRemembered(value), nothingRemembered);
		}
	});

	it('drops toggles that are none', () => {
		const { toggles } = readRemembered({ conversation: 'a', toggles: { Goal: 'x' }, focus: '' });
		assert.deepEqual(toggles, {});
	});
});
