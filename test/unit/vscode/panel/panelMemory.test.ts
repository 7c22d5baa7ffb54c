import assert from 'node:assert/strict';
import { nothingRemembered } from '../../../../src/protocol/remembered.ts';
import { PanelMemory } from '../../../../src/vscode/panel/panelMemory.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

describe('what the panel remembers', () => {
	const edit = { record: 2, section: 'Goal', index: 0, text: 'Old.', draft: 'New, half' } as const;
	const typed = { ...nothingRemembered, conversation: 'one', focus: 'calendar', edit };

	it('is there after a reload, in its own workspace', async () => {
		const state = new FakeMemento();
		await new PanelMemory(state, 'file:///a').remember(typed, true);
		assert.deepEqual(new PanelMemory(state, 'file:///a').value, typed);
		assert.deepEqual(new PanelMemory(state, 'file:///b').value, nothingRemembered);
	});

	it('stays in the window where nothing may be stored', async () => {
		const state = new FakeMemento();
		const memory = new PanelMemory(state, undefined);
		await memory.remember(typed, true);
		await memory.remember(typed, false);
		assert.deepEqual(memory.value, typed);
		assert.deepEqual(new PanelMemory(state, undefined).value, nothingRemembered);
	});

	it('goes with its conversation', async () => {
		const state = new FakeMemento();
		const memory = new PanelMemory(state, undefined);
		await memory.remember(typed, true);
		await memory.forget('another');
		assert.deepEqual(memory.value, typed);
		await new PanelMemory(state, 'file:///a').remember(typed, true);
		await memory.forget('one');
		assert.deepEqual(new PanelMemory(state, undefined).value, nothingRemembered);
		assert.deepEqual(new PanelMemory(state, 'file:///a').value, nothingRemembered);
	});

	it('is nothing where what is stored has another form', async () => {
		const state = new FakeMemento();
		await state.update('panel ', { focus: 7 });
		assert.deepEqual(new PanelMemory(state, undefined).value, nothingRemembered);
	});
});
