import assert from 'node:assert/strict';
import {
	nothingRemembered,
	readRemembered,
	rememberedOf,
	type RememberedState,
} from '../../../src/panel/remembered.ts';

const state: RememberedState = {
	conversation: 'a',
	toggles: { Goal: false, history: true },
	focus: 'auth',
	edit: { record: 3, section: 'Goal', index: 1, text: 'as it is', draft: 'as it will be' },
	anchor: { key: 'Goal/1', offset: -12 },
};

describe('what the panel remembers', () => {
	it('is read back', () => {
		assert.deepEqual(readRemembered(structuredClone(state)), state);
	});

	it('is nothing when it does not look like it', () => {
		for (const value of [
			undefined,
			null,
			7,
			{},
			{ conversation: 'a', toggles: null, focus: '' },
			{ ...state, toggles: { Goal: 'x' } },
			{ ...state, edit: { ...state.edit, section: 'No Such Section' } },
			{ ...state, anchor: { key: 'Goal' } },
		]) {
			assert.deepEqual(readRemembered(value), nothingRemembered);
		}
	});

	it('is of one conversation, but for the focus', () => {
		assert.deepEqual(rememberedOf(state, 'a'), state);
		assert.deepEqual(rememberedOf(state, 'b'), { conversation: 'b', toggles: {}, focus: 'auth' });
	});
});
