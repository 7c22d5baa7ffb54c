import assert from 'node:assert/strict';
import {
	nothingRemembered,
	rememberedOf,
	type RememberedState,
} from '../../../src/protocol/remembered.ts';

const state: RememberedState = {
	conversation: 'a',
	toggles: { Goal: false, history: true },
	focus: 'auth',
	edit: { record: 3, section: 'Goal', index: 1, text: 'as it is', draft: 'as it will be' },
	top: 12,
};

describe('what the panel remembers', () => {
	it('is of one conversation, but for the focus', () => {
		assert.deepEqual(rememberedOf(state, 'a'), state);
		assert.deepEqual(rememberedOf(state, 'b'), {
			...nothingRemembered,
			conversation: 'b',
			focus: 'auth',
		});
	});
});
