import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import { changeColorTheme } from '../vscode/colorTheme.ts';
import { chooseFromMenu, openMenuByKey } from '../vscode/contextMenu.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

describe('The context menu of an item of the summary, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench();

	const panel = (): Promise<Frame> => sample.panel('main.panel');
	const goal = async (): Promise<Locator> =>
		(await panel()).locator('.section', { hasText: 'Goal' }).locator('.item').first();
	const menu = (): Locator => sample.page.locator('.monaco-menu').getByRole('menuitem');

	/** Opens the menu, looks at the names of its entries, and closes it. */
	async function entries(): Promise<readonly string[]> {
		await (await goal()).click({ button: 'right' });
		await menu().first().waitFor();
		const names = await menu().allInnerTexts();
		await sample.page.keyboard.press('Escape');
		await menu().first().waitFor({ state: 'hidden' });
		return names;
	}

	async function choose(name: string | RegExp): Promise<void> {
		await (await goal()).click({ button: 'right' });
		await chooseFromMenu(sample.page, name);
	}

	/** Until the active record, as it is on disk, is of this kind. */
	function recorded(kind: string): Promise<void> {
		return until(async () =>
			sample.stored((store) => {
				const [{ id, active } = { id: '', active: undefined }] = store.list();
				return store.records(id).find((one) => one.id === active)?.record.kind === kind;
			}),
		);
	}

	before(async () => {
		const frame = await panel();
		await frame.getByRole('button', { name: 'Compact', exact: true }).click();
		await frame.locator('.receipt').waitFor();
	});

	it('offers what can be done with the item', async () => {
		assert.deepEqual(await entries(), ['Show Source', 'Copy Item', 'Pin', 'Edit…', 'Remove']);
		for (const [theme, label] of [
			['Light Modern', 'light'],
			['Dark Modern', 'dark'],
		] as const) {
			await changeColorTheme(sample.page, theme);
			await (await goal()).click({ button: 'right' });
			await menu().first().waitFor();
			await sample.picture(`item-menu-${label}`);
			await sample.page.keyboard.press('Escape');
		}
	});

	it('pins and unpins', async () => {
		await choose(/^Pin$/);
		await recorded('pin');
		await (await goal()).locator('.item-kept').waitFor();
		assert.deepEqual(await entries(), ['Show Source', 'Copy Item', 'Unpin', 'Edit…', 'Remove']);
		await choose('Unpin');
		await (await goal()).locator('.item-kept').waitFor({ state: 'detached' });
	});

	it('copies', async () => {
		await sample.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await choose('Copy Item');
		const body = await (await goal()).locator('.item-body').innerText();
		await until(async () => {
			const copied = await sample.page.evaluate<string>('navigator.clipboard.readText()');
			return copied.includes(body.slice(0, 20));
		});
	});

	it('edits, from the keyboard', async () => {
		await openMenuByKey(sample.page, goal);
		await chooseFromMenu(sample.page, 'Edit…');
		const field = (await panel()).getByRole('textbox', { name: 'Text of the item' });
		await field.fill('Sell no seat twice.');
		await field.press('Control+Enter');
		await recorded('edit');
		await (await goal()).getByText('Sell no seat twice.').waitFor();
	});

	it('shows the source', async () => {
		await choose('Show Source');
		await sample.panel('.session .row-marked');
	});

	it('removes', async () => {
		await choose('Remove');
		await recorded('remove');
	});
});
