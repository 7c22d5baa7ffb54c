import assert from 'node:assert/strict';
import type { ItemAction, StoredItem, PanelState } from '../../src/protocol/toPanel.ts';
import type { SummaryItem } from '../../src/summary/sections.ts';
import { PanelPage } from './panelPage.ts';
import { changed, historyState, runningState, stateWith, viewedState } from './states.ts';

/** A summary with these goals. */
function goals(...items: readonly Partial<SummaryItem>[]): PanelState {
	const state = stateWith({});
	const sections = (state.conversation?.sections ?? []).map((section) =>
		section.title === 'Goal'
			? { ...section, items: items.map((item) => ({ text: 'a goal', sources: [], ...item })) }
			: section,
	);
	return changed(state, { sections });
}

/** The same under a newer record. */
const saved = (...items: readonly Partial<SummaryItem>[]): PanelState =>
	changed(goals(...items), {}, { active: 2 });

const place: StoredItem = { record: 1, section: 'Goal', index: 1, text: 'second' };
const two = goals({ text: 'first' }, { text: 'second', sources: [47, 41] });

/** With the keyboard on the second item. */
async function onSecond(state = two): Promise<PanelPage> {
	const panel = await PanelPage.open(state);
	await panel.page.locator('.item').nth(1).focus();
	return panel;
}

const focused = (panel: PanelPage) =>
	panel.page.evaluate<string>('document.activeElement.textContent');

const field = ({ page }: PanelPage) => page.getByRole('textbox', { name: 'Text of the item' });

describe('an item of the summary', () => {
	it('leads to the turns it was taken from', async () => {
		const sources = [47, 41, 42, 43, 1, 3, 5, 7];
		const panel = await PanelPage.open(goals({ sources }));
		assert.equal(await panel.count('.source'), 5);
		await panel.press('2 more');
		await panel.press('#41–43');
		await panel.press('#47');
		assert.deepEqual(await panel.posted(), [
			{ type: 'openTurn', number: 41 },
			{ type: 'openTurn', number: 47 },
		]);
	});

	it('opens its first source on click and on Enter, and nothing where it has none', async () => {
		const sources = [47, 41];
		const panel = await PanelPage.open(
			goals({ text: '`a`', doubt: 'unsourced' }, { text: 'by `npm t`', sources }),
		);
		for (const item of await panel.page.locator('.item').all()) {
			await item.locator('code').click();
			await item.press('Enter');
		}
		const source = { type: 'openTurn', number: 41 };
		assert.deepEqual(await panel.posted(), [source, source]);
		assert.equal(await panel.count('.item-unsourced'), 1);
	});

	it('is one stop for the Tab key with the others, and arrow keys lead from one to the next', async () => {
		const panel = await PanelPage.open(
			stateWith({ Goal: ['one `a/b.ts`', 'two `c/d.ts`', 'three'] }),
		);
		const { keyboard } = panel.page;
		await panel.page.locator('details.section > summary').focus();
		for (const [key, text] of [
			['Tab', /one/],
			['ArrowDown', /two/],
			['Tab', /^c\/d.ts$/],
			['End', /three/],
		] as const) {
			await keyboard.press(key);
			assert.match(await focused(panel), text);
		}
	});

	it('opens its menu with a button that covers no text', async () => {
		const panel = await PanelPage.open(two);
		const item = panel.page.locator('.item').nth(1);
		await item.hover();
		const [button, body] = await Promise.all([
			item.getByRole('button', { name: 'Actions' }).boundingBox(),
			item.locator('.item-content').boundingBox(),
		]);
		assert.ok(button !== null && body !== null && button.x >= body.x + body.width);
		await item.getByRole('button', { name: 'Actions' }).click();
		await panel.send({ type: 'itemAction', action: 'pin' });
		assert.deepEqual(await panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'pin' } },
		]);
		const before = await item.boundingBox();
		await panel.show(
			saved({ text: 'first' }, { text: 'second', sources: [47, 41], kept: 'pinned' }),
		);
		assert.deepEqual(await item.boundingBox(), before, 'and nothing moves when it is pinned');
	});

	it('opens its menu at the button, however long it is', async () => {
		const { page } = await PanelPage.open(goals({ text: 'A long item. '.repeat(400) }));
		const opened = page.evaluate<number>(
			`new Promise((resolve) => addEventListener('contextmenu', ({ clientY }) => resolve(clientY)))`,
		);
		const button = page.locator('.item').getByRole('button', { name: 'Actions' });
		await button.click();
		const { y, height } = (await button.boundingBox()) ?? assert.fail();
		assert.ok(Math.abs((await opened) - (y + height)) < 2);
	});

	it('says that it is pinned or edited, and in a badge what speaks against it', async () => {
		const panel = await PanelPage.open(
			goals({ kept: 'pinned' }, { kept: 'edited' }, { doubt: 'unsaid' }, { doubt: 'unfound' }),
		);
		const text = await panel.textOf('.items');
		assert.match(text, /Pinned: stays word for word[^]*Edited: stays word for word/);
		assert.match(text, /not found in what you said[^]*not found in the conversation/);
		assert.equal(await panel.count('.item-doubt[title]'), 2);
	});

	it('links no file that the conversation may not have', async () => {
		const text = 'Wrote src/a.ts and `b.py`.';
		const panel = await PanelPage.open(goals({ text, doubt: 'unfound' }, { text }));
		const linksOf = (index: number) => panel.page.locator('.item').nth(index).locator('a').count();
		assert.deepEqual([await linksOf(0), await linksOf(1)], [0, 2]);
	});

	it('shows that it is pinned at its beginning, and moves nothing for it', async () => {
		const text = 'a long goal '.repeat(90);
		const panel = await PanelPage.open(goals({ text }));
		const boxOf = (selector: string) => panel.page.locator(selector).boundingBox();
		const before = [await boxOf('.item'), await boxOf('.item-body')];
		await panel.show(goals({ text, kept: 'pinned' }));
		assert.deepEqual([await boxOf('.item'), await boxOf('.item-body')], before);
		const [item, pin] = [await boxOf('.item'), await boxOf('.item-kept')];
		assert.ok(item !== null && pin !== null && pin.y - item.y < 8 && pin.x > item.x);
	});

	it('is edited where it stands, and saved with the keyboard', async () => {
		const panel = await onSecond();
		const { keyboard } = panel.page;
		await keyboard.press('F2');
		await keyboard.type(', and more');
		await keyboard.press('Control+Enter');
		const text = 'second, and more';
		assert.deepEqual(await panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'edit', text } },
		]);
		assert.equal(await field(panel).inputValue(), text, 'it is there until it is saved');
		await panel.show(saved({ text: 'first' }, { text, kept: 'edited' }));
		assert.equal(await field(panel).count(), 0);
		assert.match(await focused(panel), /second/);
	});

	it('stays as it is on Escape, unchanged or empty', async () => {
		const panel = await onSecond();
		await panel.page.keyboard.press('F2');
		const save = panel.page.getByRole('button', { name: 'Save' });
		assert.equal(await save.isDisabled(), true);
		await field(panel).fill('  ');
		await panel.page.keyboard.press('Control+Enter');
		assert.equal(await save.isDisabled(), true);
		await panel.page.keyboard.press('Escape');
		assert.deepEqual(await panel.posted(), []);
		assert.match(await focused(panel), /second/);
	});

	it('is removed with the keyboard, leaves the focus to its neighbour, and can be brought back', async () => {
		const panel = await onSecond();
		await panel.page.keyboard.press('Delete');
		assert.deepEqual(await panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'remove' } },
		]);
		await panel.show({
			...saved({ text: 'first' }),
			changeNotice: { kind: 'removed', text: 'Item removed.', before: 1 },
		});
		assert.match(await focused(panel), /first/);
		assert.equal(await panel.told(), 'Item removed.');
		await panel.press('Undo');
		await panel.press('Dismiss');
		assert.deepEqual(await panel.posted(), [
			{ type: 'restore', record: 1 },
			{ type: 'dismissChangeNotice' },
		]);
	});

	it('has the way back in sight wherever the page is scrolled to, and moves nothing for it', async () => {
		const { changeNotice, ...before } = historyState;
		const panel = await PanelPage.open(before);
		const top = async () => (await panel.page.locator('.item').first().boundingBox())?.y;
		const stood = await top();
		await panel.show({ ...before, ...(changeNotice && { changeNotice }) });
		assert.equal(await top(), stood);
		const box = await panel.page.locator('.change-notice').boundingBox();
		assert.ok(box !== null && box.y > 0 && box.y + box.height <= 900);
	});

	it('is gone for good when its notice has been there for a while', async () => {
		const panel = await PanelPage.open(two);
		await panel.page.clock.install();
		const changeNotice = { kind: 'removed', text: 'Item removed.', before: 1 } as const;
		await panel.show({ ...saved({ text: 'first' }), changeNotice });
		await panel.page.clock.fastForward(20_000);
		assert.deepEqual(await panel.posted(), [{ type: 'dismissChangeNotice' }]);
	});

	it('cannot be changed while a compaction runs', async () => {
		const panel = await PanelPage.open(runningState);
		await panel.page.locator('.item').first().focus();
		await panel.page.keyboard.press('F2');
		await panel.page.keyboard.press('Delete');
		assert.deepEqual(await panel.posted(), []);
		assert.equal(await field(panel).count(), 0);
	});

	it('says why it was not changed, aloud too', async () => {
		const text = 'Not changed: a compaction is running. Try again when it has finished.';
		const panel = await PanelPage.open(two);
		await panel.show({ ...two, changeNotice: { kind: 'refused', text } });
		assert.match(await panel.textOf('.notice'), /Not changed/);
		assert.equal(await panel.told(), text);
		assert.equal(await panel.page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
	});
});

describe('the menu of an item, which VS Code draws', () => {
	const open = (panel: PanelPage, index: number) =>
		panel.page.locator('.item').nth(index).dispatchEvent('contextmenu');
	const act = (panel: PanelPage, action: ItemAction) => panel.send({ type: 'itemAction', action });

	it('has entries that follow what the item is', async () => {
		const context = {
			webviewSection: 'item',
			hasSource: false,
			isChangeable: true,
			isKept: false,
			preventDefaultContextMenuItems: true,
		};
		const panel = await PanelPage.open(goals({ sources: [47, 41] }, { kept: 'edited' }));
		const contextOf = async (index: number) =>
			JSON.parse(
				(await panel.page.locator('.item').nth(index).getAttribute('data-vscode-context')) ?? '',
			) as unknown;
		assert.deepEqual(await contextOf(0), { ...context, hasSource: true });
		assert.deepEqual(await contextOf(1), { ...context, isKept: true });
		await panel.show(viewedState);
		assert.deepEqual(await contextOf(0), { ...context, hasSource: true, isChangeable: false });
	});

	it('does to the item what its keys do, once', async () => {
		const panel = await PanelPage.open(two);
		for (const action of ['showSource', 'copy', 'pin', 'remove', 'edit'] as const) {
			await open(panel, 1);
			await act(panel, action);
		}
		await act(panel, 'remove');
		assert.deepEqual(await panel.posted(), [
			{ type: 'openTurn', number: 41 },
			{ type: 'copyText', text: 'second' },
			{ type: 'changeItem', place, change: { kind: 'pin' } },
			{ type: 'changeItem', place, change: { kind: 'remove' } },
		]);
		assert.equal(await field(panel).inputValue(), 'second');
		await panel.page.keyboard.type(' and more');
		assert.equal(await field(panel).inputValue(), 'second and more');
	});

	it('means the item as it was when the menu opened', async () => {
		const panel = await PanelPage.open(two);
		await open(panel, 1);
		await panel.show(saved({ text: 'first' }, { text: 'another' }));
		await act(panel, 'remove');
		assert.deepEqual(await panel.posted(), [
			{ type: 'changeItem', place, change: { kind: 'remove' } },
		]);
	});
});
