import assert from 'node:assert/strict';
import { StoredState } from '../../../../src/conversations/service/storedState.ts';
import { memoryStore } from '../../../../src/conversations/store/openStore.ts';
import { freshState } from '../../../../src/conversations/store/state.ts';
import type { ConversationState } from '../../../../src/conversations/store/state.ts';
import { FaultyStore } from '../../../support/faultyStore.ts';

describe('the state that is kept with a conversation', () => {
	const full: ConversationState = {
		...freshState,
		restsUntil: 5_000,
		removed: ['a line'],
		asked: 'Later.',
	};

	function windows() {
		const faults = new FaultyStore(memoryStore(() => 1));
		const { store } = faults;
		const { id } = store.create({ title: 'Shared', source: 'test' });
		store.saveState(id, full);
		const failures: unknown[] = [];
		const open = (): StoredState => new StoredState(store, id, (error) => failures.push(error));
		return { faults, store, failures, id, one: open(), other: open() };
	}

	it('has nothing again that another window has removed', () => {
		const { store, id, one, other } = windows();
		one.write({
			restsUntil: undefined,
			removed: undefined,
			asked: undefined,
		});
		other.write({ paused: true });
		assert.deepEqual(store.find(id)?.state, { ...freshState, paused: true });
		assert.deepEqual(other.now, { ...freshState, paused: true });
	});

	it('has what another window has written', () => {
		const { store, id, one, other } = windows();
		one.write({ paused: true });
		other.write({ restsUntil: 7_000 });
		assert.deepEqual(store.find(id)?.state, { ...full, paused: true, restsUntil: 7_000 });
	});

	it('takes along what could not be kept before, what was removed included', () => {
		const { faults, failures, store, id, one, other } = windows();
		faults.failNext('saveState');
		one.tryWrite({ paused: true, asked: undefined });
		assert.deepEqual([failures.length, one.now.paused], [1, true]);
		other.write({ restsUntil: undefined });
		one.write({ removed: undefined });
		const { restsUntil: _rests, removed: _removed, asked: _asked, ...left } = full;
		assert.deepEqual(store.find(id)?.state, { ...left, paused: true });
	});
});
