import assert from 'node:assert/strict';
import { panelBench } from './panelBench.ts';
import { compactedState, lookedUpState } from './states.ts';

describe('what the model looked up', () => {
	const bench = panelBench();
	const heading = { name: 'Looked Up by the Model' } as const;

	async function opened() {
		const { page } = await bench.open();
		await bench.panel.show(lookedUpState);
		await page.getByRole('heading', heading).click();
		await page.locator('.look-ups li').first().waitFor();
		await bench.panel.posted();
		return page;
	}

	it('is told only where a model has looked something up', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		assert.equal(await page.locator('.look-ups').count(), 0);
	});

	it('says what, how much came back, and how many are not listed', async () => {
		const page = await opened();
		const rows = await page.locator('.look-ups li').allInnerTexts();
		const [search = '', range = '', found = '', failed = ''] = rows;
		assert.match(search, /refresh token rotation[^]*3,142/);
		assert.match(range, /71–76[^]*6,204/);
		assert.match(found, /#41[^]*HMAC[^]*412/);
		assert.doesNotMatch(failed, /71 /);
		assert.equal(rows.length, 6);
		assert.match(await page.locator('.look-ups > :last-child').innerText(), /8/);
	});

	it('opens the original that was fetched', async () => {
		const page = await opened();
		await page.locator('.look-ups .source').first().click();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'openTurn', number: 71 }]);
	});
});
