import assert from 'node:assert/strict';
import { nothingRemembered, type RememberedState } from '../../../../src/protocol/remembered.ts';
import { PageMemory } from '../../../../src/vscode/panel/pageMemory.ts';
import { FakeMemento } from '../../../support/vscodeFakes.ts';

const written: RememberedState = {
	conversation: 'a',
	toggles: { Goal: false, history: true },
	focus: 'auth',
	edit: { record: 3, section: 'Goal', index: 1, text: 'as it is', draft: 'as it will be' },
	top: 12,
};

describe('the memory of a page that is gone', () => {
	let file = new FakeMemento();
	let isStored = true;
	beforeEach(() => {
		file = new FakeMemento();
		isStored = true;
	});

	/** What a window remembers. */
	const inWindow = (): PageMemory => new PageMemory(file, () => isStored);

	it('has what was typed and what was open', () => {
		const memory = inWindow();
		assert.deepEqual(memory.now, nothingRemembered);
		memory.remember(written);
		assert.deepEqual(memory.now, written);
	});

	it('outlives the window once it is saved', async () => {
		const memory = inWindow();
		memory.remember(written);
		assert.deepEqual(file.keys(), []);
		await memory.save();
		assert.deepEqual(inWindow().now, written);
	});

	it('is in memory only where the person wants nothing stored, and takes out what was', async () => {
		const memory = inWindow();
		memory.remember(written);
		await memory.save();
		isStored = false;
		memory.remember({ ...written, focus: 'tokens' });
		await memory.save();
		assert.deepEqual(memory.now, { ...written, focus: 'tokens' });
		assert.equal(file.get('panel'), undefined);
	});

	it('has nothing of the items of a conversation that is deleted', async () => {
		const memory = inWindow();
		memory.remember(written);
		memory.forgetConversation('another');
		assert.deepEqual(memory.now, written);
		memory.forgetConversation('a');
		await memory.save();
		assert.deepEqual(inWindow().now, {
			...nothingRemembered,
			focus: 'auth',
		});
	});

	it('has nothing once all data is deleted, and writes nothing any more', async () => {
		const memory = inWindow();
		memory.remember(written);
		await memory.save();
		await file.update('panel', undefined);
		memory.remember({ ...written, focus: 'tokens' });
		let told = 0;
		memory.onForgotten = () => (told += 1);
		memory.forget();
		assert.equal(told, 1);
		await memory.save();
		assert.deepEqual(memory.now, nothingRemembered);
		assert.equal(file.get('panel'), undefined);
	});

	it('is nothing where the file says something else', async () => {
		for (const value of [
			null,
			7,
			{},
			{ conversation: 'a', toggles: null, focus: '' },
			{ ...written, toggles: { Goal: 'x' } },
			{ ...written, edit: { ...written.edit, section: 'No Such Section' } },
			{ ...written, anchor: { key: 'Goal' } },
		]) {
			await file.update('panel', value);
			assert.deepEqual(inWindow().now, nothingRemembered);
		}
	});
});
