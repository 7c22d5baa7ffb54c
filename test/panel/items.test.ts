import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ItemAction } from '../../src/protocol/itemAction.ts';
import type { StoredItem } from '../../src/protocol/summaryChanges.ts';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import type { SummaryItem } from '../../src/summary/sections.ts';
import { panelBench } from './panelBench.ts';
import { historyState, runningState, stateWith, viewedState } from './states.ts';

/** A summary with these goals. */
function goals(...items: readonly Partial<SummaryItem>[]): PanelState {
	const state = stateWith({});
	assert.ok(state.conversation !== undefined);
	const sections = (state.conversation.sections ?? []).map((section) =>
		section.title === 'Goal'
			? { ...section, items: items.map((item) => ({ text: 'a goal', sources: [], ...item })) }
			: section,
	);
	return { ...state, conversation: { ...state.conversation, sections } };
}

const place: StoredItem = { record: 1, section: 'Goal', index: 1, text: 'second' };
const two = goals({ text: 'first' }, { text: 'second' });

describe('an item of the summary', () => {
	const bench = panelBench();

	async function opened(state: PanelState) {
		const { page } = await bench.open();
		await bench.panel.show(state);
		await bench.panel.posted();
		return page;
	}

	it('leads to the turns it was taken from', async () => {
		const page = await opened(goals({ sources: [47, 41, 42, 43] }));
		assert.deepEqual(await page.locator('.source').allTextContents(), ['#41–43', '#47']);
		await page.getByRole('button', { name: '#41–43' }).click();
		await page.getByRole('button', { name: '#47' }).click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'openTurn', number: 41 },
			{ type: 'openTurn', number: 47 },
		]);
	});

	it('opens its first source on click and on Enter, and nothing where it has none', async () => {
		const page = await opened(goals({ sources: [47, 41] }, {}));
		const [sourced, plain] = [page.locator('.item').nth(0), page.locator('.item').nth(1)];
		await sourced.locator('.item-body').click();
		await sourced.focus();
		await page.keyboard.press('Enter');
		await plain.locator('.item-body').click();
		await plain.focus();
		await page.keyboard.press('Enter');
		const source = { type: 'openTurn', number: 41 };
		assert.deepEqual(await bench.panel.posted(), [source, source]);
		await plain.locator('.item-unsourced').waitFor();
	});

	it('folds many sources', async () => {
		const page = await opened(goals({ sources: [1, 3, 5, 7, 9, 11, 13] }));
		assert.equal(await page.locator('.source').count(), 5);
		await page.getByRole('button', { name: '3 more' }).click();
		assert.equal(await page.locator('.source').count(), 7);
	});

	it('opens its menu with a button that covers no text', async () => {
		const page = await opened(two);
		const item = page.locator('.item').nth(1);
		await item.hover();
		const [button, body] = await Promise.all([
			item.getByRole('button', { name: 'Actions' }).boundingBox(),
			item.locator('.item-content').boundingBox(),
		]);
		assert.ok(button !== null && body !== null && button.x >= body.x + body.width);
		await item.getByRole('button', { name: 'Actions' }).click();
		await bench.panel.send({ type: 'itemAction', action: 'pin' });
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'pin' } },
		]);
	});

	it('says that it is pinned or edited', async () => {
		const page = await opened(goals({ kept: 'pinned' }, { kept: 'edited' }));
		const items = page.locator('.item');
		assert.match(await items.nth(0).innerText(), /Pinned: stays word for word/);
		assert.match(await items.nth(1).innerText(), /Edited: stays word for word/);
	});

	it('says in a badge what speaks against it, with an explanation', async () => {
		const page = await opened(goals({ doubt: 'unsaid' }, { doubt: 'unfound' }, {}));
		const badges = page.locator('.item-doubt');
		assert.equal(new Set(await badges.allTextContents()).size, 2);
		assert.notEqual(await badges.first().getAttribute('title'), null);
	});

	it('is edited where it stands, and saved with the keyboard', async () => {
		const page = await opened(two);
		await page.locator('details.section > summary').focus();
		await page.keyboard.press('Tab');
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('F2');
		const field = page.getByRole('textbox', { name: 'Text of the item' });
		assert.equal(await field.inputValue(), 'second');
		await page.keyboard.type(', and more');
		await page.keyboard.press('Control+Enter');
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'edit', text: 'second, and more' } },
		]);
		assert.equal(await field.inputValue(), 'second, and more', 'it is there until it is saved');
		const saved = goals({ text: 'first' }, { text: 'second, and more', kept: 'edited' });
		await bench.panel.show(withActive(saved, 2));
		assert.equal(await field.count(), 0);
		assert.match(String(await page.evaluate('document.activeElement.textContent')), /second/);
	});

	it('stays as it is on Escape, and keeps the focus', async () => {
		const page = await opened(two);
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('F2');
		await page.keyboard.type('never mind');
		await page.keyboard.press('Escape');
		assert.deepEqual(await bench.panel.posted(), []);
		assert.match(String(await page.evaluate('document.activeElement.textContent')), /second/);
	});

	it('cannot be saved unchanged or empty', async () => {
		const page = await opened(two);
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('F2');
		const save = page.getByRole('button', { name: 'Save' });
		assert.equal(await save.isDisabled(), true);
		await page.getByRole('textbox', { name: 'Text of the item' }).fill('  ');
		await page.keyboard.press('Control+Enter');
		assert.equal(await save.isDisabled(), true);
		assert.deepEqual(await bench.panel.posted(), []);
	});

	it('is removed with the keyboard, and the next one has the focus', async () => {
		const page = await opened(two);
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('Delete');
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'remove' } },
		]);
		await bench.panel.show(withActive(goals({ text: 'first' }), 2));
		assert.match(String(await page.evaluate('document.activeElement.textContent')), /first/);
	});

	it('leaves a row with the way back in its place', async () => {
		const page = await opened(two);
		await bench.panel.show(removedAt(0, goals({ text: 'second' })));
		assert.equal(await page.getByRole('status').textContent(), 'Item removed.');
		const [row, next] = await page.locator('.items').first().locator('> li').allInnerTexts();
		assert.match(row ?? '', /^Item removed\./);
		assert.match(next ?? '', /second/);
		await page.getByRole('button', { name: 'Undo', exact: true }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'restore', record: 1 }]);
	});

	it('that stood at the end leaves the focus to the way back', async () => {
		const page = await opened(two);
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('Delete');
		await bench.panel.show(removedAt(1, goals({ text: 'first' })));
		assert.equal(await page.evaluate('document.activeElement.textContent'), 'Undo');
		await bench.panel.show(withActive(two, 3));
		assert.match(String(await page.evaluate('document.activeElement.textContent')), /second/);
	});

	it('that was the only one leaves its section open for the way back', async () => {
		const page = await opened(goals({ text: 'first' }));
		await page.locator('.item').first().focus();
		await page.keyboard.press('Delete');
		await bench.panel.show(removedAt(0, goals()));
		assert.equal(await page.evaluate('document.activeElement.textContent'), 'Undo');
		await bench.panel.show(withActive(goals(), 2));
		assert.equal(await page.locator('details.section', { hasText: 'Goal' }).count(), 0);
	});

	it('cannot be changed while a compaction runs', async () => {
		const page = await opened(runningState);
		await page.locator('.item').first().focus();
		await page.keyboard.press('F2');
		await page.keyboard.press('Delete');
		assert.deepEqual(await bench.panel.posted(), []);
		assert.equal(await page.getByRole('textbox', { name: 'Text of the item' }).count(), 0);
	});

	describe('has a context menu of VS Code', () => {
		const menu = async (item: Locator) => {
			await item.dispatchEvent('contextmenu');
			return JSON.parse((await item.getAttribute('data-vscode-context')) ?? '{}') as unknown;
		};
		const context = {
			webviewSection: 'item',
			hasSource: false,
			isChangeable: true,
			isKept: false,
			preventDefaultContextMenuItems: true,
		};
		const act = (action: ItemAction) => bench.panel.send({ type: 'itemAction', action });

		it('whose entries follow what the item is', async () => {
			const page = await opened(goals({ sources: [47, 41] }, { kept: 'edited' }));
			const items = page.locator('.item');
			assert.deepEqual(await menu(items.nth(0)), { ...context, hasSource: true });
			assert.deepEqual(await menu(items.nth(1)), { ...context, isKept: true });
			await bench.panel.show(viewedState);
			assert.deepEqual(await menu(items.nth(0)), {
				...context,
				hasSource: true,
				isChangeable: false,
			});
		});

		it('that does to the item what its buttons do', async () => {
			const page = await opened(goals({ text: 'first' }, { text: 'second', sources: [47, 41] }));
			const item = page.locator('.item').nth(1);
			for (const action of ['showSource', 'copy', 'pin', 'remove'] as const) {
				await menu(item);
				await act(action);
			}
			assert.deepEqual(await bench.panel.posted(), [
				{ type: 'openTurn', number: 41 },
				{ type: 'copyText', text: 'second' },
				{ type: 'changeItem', place, change: { kind: 'pin' } },
				{ type: 'changeItem', place, change: { kind: 'remove' } },
			]);
			await menu(item);
			await act('edit');
			const field = page.getByRole('textbox', { name: 'Text of the item' });
			assert.equal(await field.inputValue(), 'second');
			await act('remove');
			assert.deepEqual(await bench.panel.posted(), [], 'a choice without a menu is none');
		});

		it('that means the item as it was when the menu opened', async () => {
			const page = await opened(two);
			await menu(page.locator('.item').nth(1));
			await bench.panel.show(withActive(goals({ text: 'first' }, { text: 'another' }), 2));
			await act('remove');
			assert.deepEqual(await bench.panel.posted(), [
				{ type: 'changeItem', place, change: { kind: 'remove' } },
			]);
		});
	});

	it('that was removed can be brought back', async () => {
		const page = await opened(historyState);
		await page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.getByRole('button', { name: 'Dismiss' }).click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'restore', record: 4 },
			{ type: 'dismissChangeNotice' },
		]);
	});

	it('says why it was not changed, aloud too', async () => {
		const page = await opened(two);
		const text = 'Not changed: a compaction is running. Try again when it has finished.';
		await bench.panel.show({ ...two, changeNotice: { kind: 'refused', text } });
		await page.locator('.notice', { hasText: text }).waitFor();
		assert.equal(await page.getByRole('status').textContent(), text);
		assert.equal(await page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
	});
});

/** A goal was just removed. */
function removedAt(index: number, state: PanelState): PanelState {
	return {
		...withActive(state, 2),
		changeNotice: { kind: 'removed', text: 'Item removed.', before: 1, section: 'Goal', index },
	};
}

function withActive(state: PanelState, active: number): PanelState {
	assert.ok(state.conversation !== undefined);
	const { conversation } = state;
	return {
		...state,
		conversation: { ...conversation, standing: { ...conversation.standing, active } },
	};
}
