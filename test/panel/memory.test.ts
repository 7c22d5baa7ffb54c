import assert from 'node:assert/strict';
import { panelBench } from './panelBench.ts';
import { nothingRemembered } from '../../src/protocol/remembered.ts';
import { until } from '../support/until.ts';
import { compactedState, stateWith, noModel } from './states.ts';

const long = stateWith({
	'Active Task': ['the task'],
	Goal: Array.from(
		{ length: 300 },
		(_, index) => `goal ${index} ${'and more '.repeat(index % 30)}`,
	),
});

describe('a panel that was hidden', () => {
	const bench = panelBench();

	/** Hides the page after something was done with it, and shows it again. */
	async function shownAgain() {
		const remembered = await bench.panel.remembered();
		await bench.panel.close();
		return bench.open(300, 'dark', remembered);
	}

	it('has the same things open and closed', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		await page.getByRole('heading', { name: 'Completed Actions' }).click();
		await page.getByRole('heading', { name: 'History' }).click();
		await page.locator('.receipt > summary').click();
		await page.locator('.history-entry').waitFor();
		await page.locator('.receipt dl').waitFor();
		await page.getByRole('heading', { name: 'Goal' }).click();
		await page.getByText('Replace cookie sessions').waitFor({ state: 'detached' });

		const again = await shownAgain();
		await again.show(compactedState);
		const { page: after } = again;
		assert.equal(await after.getByText('cookie parsing and renewal').count(), 1);
		assert.equal(await after.getByText('Replace cookie sessions').count(), 0);
		assert.equal(await after.locator('.history-entry').count(), 1);
		assert.equal(await after.locator('.receipt dl').count(), 1);
	});

	it('has what was typed, in the focus and in an item', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		await page.getByRole('combobox').fill('the half of a fo');
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('F2');
		await page.getByRole('textbox', { name: 'Text of the item' }).fill('half written');

		const again = await shownAgain();
		await again.show(compactedState);
		const fields = again.page.locator('input, textarea');
		assert.equal(await fields.nth(0).inputValue(), 'the half of a fo');
		assert.equal(await fields.nth(1).inputValue(), 'half written');
		assert.equal(
			await again.page.evaluate('document.activeElement === document.body'),
			true,
			'the focus is not taken from where it is',
		);
	});

	it('leaves nothing in the state that VS Code keeps, and nothing of an earlier version', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		await page.getByRole('combobox').fill('the half of a fo');
		await page.getByRole('heading', { name: 'History' }).click();
		await until(async () => (await bench.panel.remembered()).toggles['history'] === true);
		assert.equal((await bench.panel.remembered()).focus, 'the half of a fo');
		assert.equal(await bench.panel.keptByVsCode(), undefined);
	});

	it('has nothing of what was deleted with all data', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		await page.getByRole('combobox').fill('the half of a fo');
		await bench.panel.show({ ...noModel, recentFocuses: [] });
		await bench.panel.send({ type: 'remembered', value: nothingRemembered });
		await bench.panel.show(compactedState);
		assert.equal(await page.getByRole('combobox').inputValue(), '');
		assert.equal((await bench.panel.remembered()).focus, '');
	});

	it('does not lose what was written for an item that is gone', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		await page.locator('.item').nth(1).focus();
		await page.keyboard.press('F2');
		await page.getByRole('textbox', { name: 'Text of the item' }).fill('half written');
		await bench.panel.show(stateWith({ Goal: ['Another one altogether.'] }));
		await page.locator('.notice', { hasText: 'half written' }).waitFor();
		await bench.panel.posted();
		await page.locator('.notice').getByRole('button', { name: 'Copy' }).click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'copyText', text: 'half written' }]);
		await page.getByRole('button', { name: 'Dismiss' }).click();
		assert.equal(await page.locator('.notice').count(), 0);
	});

	it('is scrolled to what was being read', async () => {
		const { page } = await bench.open();
		await bench.panel.show(long);
		await page.getByRole('heading', { name: 'Goal' }).click();
		const read = page.getByText('goal 237 ');
		await read.waitFor({ state: 'attached' });
		// What comes into view is laid out only then: it takes more than one scroll to be there.
		await until(async () => {
			await page.evaluate(
				'document.querySelector(\'[data-anchor="Goal/237"]\').scrollIntoView({ block: "start" })',
			);
			await bench.panel.settle();
			return /^Goal\/23[67]$/.test((await bench.panel.remembered()).anchor?.key ?? '');
		});
		const before = await read.boundingBox();

		const again = await shownAgain();
		await again.show(long);
		await until(async () => {
			const after = await again.page.getByText('goal 237 ').boundingBox();
			return before !== null && after !== null && Math.abs(after.y - before.y) <= 2;
		});
	});
});
