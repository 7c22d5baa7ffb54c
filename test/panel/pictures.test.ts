import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../vscode/chromium.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { PanelPage, themeNames, type ThemeName } from './panelPage.ts';
import { allStates } from './states.ts';

const folder = path.join(repositoryRoot, 'out', 'screenshots', 'panel');

/** Widths at which every state is worth a look; in one theme, the layout is the same in all. */
const otherWidths = [240, 900];

/** What is done before a picture is taken: to see what is folded, hovered or open for a moment. */
const arrangements: Readonly<Record<string, (page: Page) => Promise<void>>> = {
	async history(page) {
		await page.locator('.history > summary').click();
		await page.locator('.item').nth(3).hover();
	},
	async viewed(page) {
		await page.locator('.history > summary').click();
		await page.locator('.viewed .receipt > summary').click();
	},
	async compacted(page) {
		await page.locator('.receipt > summary').click();
		await page.locator('.item').nth(1).focus();
	},
	async 'over-budget'(page) {
		await page.locator('.item').nth(3).hover();
		await page.getByRole('button', { name: 'Edit' }).last().click();
	},
};

/** Pictures of every state, for people to look at. */
describe('pictures of the panel', () => {
	let browser: Browser;

	before(async function () {
		this.timeout(300_000);
		await mkdir(folder, { recursive: true });
		browser = await launchChromium();
	});
	after(() => browser.close());

	async function take(width: number, theme: ThemeName): Promise<void> {
		for (const [name, state] of Object.entries(allStates)) {
			const panel = await PanelPage.open(browser, width, theme);
			await panel.show(state);
			await arrangements[name]?.(panel.page);
			const file = path.join(folder, `${name}-${theme}-${width}.png`);
			await panel.page.screenshot({ path: file, fullPage: true });
			await panel.close();
		}
	}

	for (const theme of themeNames) {
		it(`are taken at 300 px (${theme})`, () => take(300, theme)).timeout(120_000);
	}

	for (const width of otherWidths) {
		it(`are taken at ${width} px`, () => take(width, 'dark')).timeout(120_000);
	}
});
