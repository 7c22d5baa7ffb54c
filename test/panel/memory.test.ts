import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { PanelPage } from './panelPage.ts';
import { changed, compactedState, stateWith } from './states.ts';

/** Hides the page, and shows it again. */
async function shownAgain(panel: PanelPage, state = compactedState): Promise<PanelPage> {
	const remembered = await panel.remembered();
	await panel.page.context().close();
	return PanelPage.open(state, { remembered });
}

describe('a panel that was hidden', () => {
	it('has the same things open and closed, and what was typed', async () => {
		const panel = await PanelPage.open(compactedState);
		const { page } = panel;
		await page.getByRole('combobox').fill('the half of a fo');
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('F2');
		await page.getByRole('textbox', { name: 'Text of the item' }).fill('half written');
		await page.getByRole('heading', { name: 'Critical Context' }).click();
		await page.getByRole('heading', { name: 'History' }).click();
		await page.locator('.receipt > summary').click();
		await page.locator('.receipt dl').waitFor();
		await page.getByRole('heading', { name: 'Completed Actions' }).click();
		await page.getByText('cookie parsing and renewal').waitFor({ state: 'detached' });

		const again = await shownAgain(panel);
		const text = await again.textOf('main');
		assert.match(text, /The clock of the CI machines/);
		assert.doesNotMatch(text, /cookie parsing and renewal/);
		assert.equal(await again.count('.history-entry, .receipt dl'), 2);
		const fields = again.page.locator('input, textarea');
		assert.equal(await fields.nth(0).inputValue(), 'the half of a fo');
		assert.equal(await fields.nth(1).inputValue(), 'half written');
		assert.equal(
			await again.page.evaluate('document.activeElement === document.body'),
			true,
			'the focus is not taken from where it is',
		);
	});

	it('has what was typed for a conversation there, and in no other', async () => {
		const panel = await PanelPage.open(compactedState);
		const focus = panel.page.getByRole('combobox');
		await focus.fill('the half of a fo');
		await panel.show(changed(compactedState, { id: 'another' }));
		assert.equal(await focus.inputValue(), '');
		assert.equal((await panel.remembered()).focus, '');
		await panel.show(compactedState);
		assert.equal(await focus.inputValue(), 'the half of a fo');
	});

	it('leaves nothing in the state that VS Code keeps', async () => {
		const panel = await PanelPage.open(compactedState);
		const { page } = panel;
		await page.getByRole('combobox').fill('the half of a fo');
		assert.equal((await panel.remembered()).focus, 'the half of a fo');
		assert.equal(await panel.keptByVsCode(), undefined);
	});

	it('does not lose what was written for an item that is gone', async () => {
		const panel = await PanelPage.open(compactedState);
		const { page } = panel;
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('F2');
		await page.getByRole('textbox', { name: 'Text of the item' }).fill('half written');
		await panel.show(stateWith({ Goal: ['Another one altogether.'] }));
		assert.match(await panel.textOf('.notice'), /half written/);
		await panel.press('Copy');
		assert.deepEqual(await panel.posted(), [{ type: 'copyText', text: 'half written' }]);
		await panel.press('Dismiss');
		assert.equal(await panel.count('.notice'), 0);
	});

	it('is scrolled to what was being read', async () => {
		const goals = Array.from({ length: 12 }, (_, at) => `goal ${at} ${'and more '.repeat(at * 9)}`);
		const state = stateWith({ Goal: goals });
		const panel = await PanelPage.open(state);
		await panel.page.evaluate('scrollTo(0, 700)');
		await until(async () => (await panel.remembered()).top === 700);
		const again = await shownAgain(panel, state);
		assert.equal(await again.page.evaluate('scrollY'), 700);
	});
});
