import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { openedBreakdown } from './breakdownViews.ts';
import { panelBench } from './panelBench.ts';
import { breakdownState, openedState } from './states.ts';

describe('where the tokens went', () => {
	const bench = panelBench();
	const heading = { name: 'Where did the tokens go?' } as const;

	async function opened(width = 300) {
		const { page } = await bench.open(width);
		await bench.panel.show(breakdownState);
		await page.getByRole('heading', heading).click();
		await page.locator('.breakdown-group').first().waitFor();
		// What opening it asks for comes after it is drawn.
		await until(async () =>
			(await bench.panel.posted()).some(({ type }) => type === 'showBreakdown'),
		);
		return page;
	}

	it('is asked for when a person opens it, not before', async () => {
		const { page } = await bench.open();
		await bench.panel.show(openedState);
		assert.deepEqual(await bench.panel.posted(), [{ type: 'ready' }]);
		await page.getByRole('heading', heading).click();
		await page.getByText('Counting…').waitFor();
		await bench.panel.settle();
		assert.deepEqual(await bench.panel.posted(), [{ type: 'showBreakdown' }]);
		await bench.panel.show(breakdownState);
		await page.getByText('Results of Bash').waitFor();
		assert.deepEqual(await bench.panel.posted(), []);
	});

	it('is asked for again when the conversation has changed, and stands meanwhile', async () => {
		const page = await opened();
		const { conversation } = breakdownState;
		assert.ok(conversation !== undefined);
		await bench.panel.show({ ...breakdownState, conversation: { ...conversation, messages: 171 } });
		assert.deepEqual(await bench.panel.posted(), [{ type: 'showBreakdown' }]);
		assert.ok(await page.getByText('Results of Bash').isVisible());
	});

	it('keeps the number behind its heading on one line, however narrow the panel', async () => {
		const page = await opened(220);
		const number = page.locator('.breakdown > summary .number');
		const height = async () => (await number.boundingBox())?.height;
		const narrow = await height();
		await page.setViewportSize({ width: 700, height: 800 });
		assert.equal(narrow, await height());
	});

	it('says of each kind how much it is and what pruning would save', async () => {
		const page = await opened();
		assert.match(
			await page.locator('.breakdown-parts > p').first().innerText(),
			/would save 78,214 of 136,264 tokens/,
		);
		assert.match(
			await page.locator('.breakdown-group').first().innerText(),
			/^Results of Bash\s+61,300[^]*38 messages\s+pruning saves 49,112$/,
		);
		assert.equal(await page.locator('ul[aria-label="By type"] > li').count(), 7);
	});

	it('opens a kind into its largest messages, and a message as it was said', async () => {
		const page = await opened();
		await page.getByText('Results of Bash').click();
		const inside = page.locator('.breakdown-group').first().locator('.breakdown-message');
		await inside.first().waitFor();
		assert.equal(await inside.count(), 3);
		await inside.nth(1).click();
		await page.locator('.breakdown-parts > ul').nth(1).locator('button').first().click();
		assert.deepEqual(await bench.panel.posted(), [
			{ type: 'openTurn', number: 121 },
			{ type: 'openTurn', number: 88 },
		]);
	});

	it('shows files that were read more than once, with their readings', async () => {
		const page = await opened();
		const row = page.locator('ul[aria-label="Files read more than once"] > li').first();
		assert.match(await row.innerText(), /src\/auth\/session\.ts\s+8,612[^]*read 3 times/);
		await row.locator('summary').press('Enter');
		await row.locator('.breakdown-message').last().press('Enter');
		assert.deepEqual(await bench.panel.posted(), [{ type: 'openTurn', number: 150 }]);
	});

	it('says what a summary stands for', async () => {
		const { page } = await bench.open();
		await bench.panel.show({
			...breakdownState,
			breakdown: {
				...openedBreakdown,
				largest: openedBreakdown.largest.map((row) => ({ ...row, saving: 0, isSummarised: true })),
			},
		});
		await page.getByRole('heading', heading).click();
		const row = page.locator('.breakdown-parts > ul').nth(1).locator('button').first();
		assert.match(await row.innerText(), /summarised$/);
	});

	it('is all there with the keyboard and for screen readers', async () => {
		const page = await opened();
		await page.locator('.breakdown > summary').focus();
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.locator('.breakdown-group .breakdown-message').first().waitFor();
		await page.keyboard.press('Tab');
		const row = page.getByRole('button', { name: /^#88 Bash npm test .* 18,420 tokens/ }).first();
		assert.match(await row.innerText(), /npm test/);
		assert.ok(await page.evaluate("document.activeElement.matches('.breakdown-message')"));
	});

	it('stays open, and open where it was, when the panel comes back', async () => {
		const page = await opened();
		await page.getByText('Results of Bash').click();
		const remembered = await bench.panel.remembered();
		const again = await bench.open(300, 'dark', remembered);
		await again.show(breakdownState);
		assert.ok(await again.page.getByText('npm run build').first().isVisible());
	});

	it('keeps texts from conversations harmless', async () => {
		const { page } = await bench.open();
		const [first] = openedBreakdown.groups;
		assert.ok(first !== undefined);
		const evil = '<img src=x onerror="alert(1)">\u202Egnp.exe';
		await bench.panel.show({
			...breakdownState,
			breakdown: { ...openedBreakdown, groups: [{ ...first, tool: evil }] },
		});
		await page.getByRole('heading', heading).click();
		await page.getByText('<img src=x').waitFor();
		assert.doesNotMatch(await page.locator('.breakdown').innerText(), /\u202E/);
	});

	it('moves nothing that stands above it when it is opened', async () => {
		const { page } = await bench.open();
		await bench.panel.show(breakdownState);
		const top = 'document.querySelector(".breakdown").getBoundingClientRect().top';
		const before = await page.evaluate(top);
		await page.getByRole('heading', heading).click();
		assert.equal(await page.evaluate(top), before);
	});
});
