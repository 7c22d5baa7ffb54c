import type { Page } from 'playwright-core';
import type { StateName } from './states.ts';

/** What is done with a state before it is looked at: what is folded, hovered or open for a moment. */
export const arrangements: Readonly<Partial<Record<StateName, (page: Page) => Promise<void>>>> = {
	async history(page) {
		await page.locator('.history > summary').click();
		await page.locator('.item').nth(3).hover();
	},
	async viewed(page) {
		await page.locator('.history > summary').click();
		await page.locator('.viewed .receipt > summary').click();
	},
	async audited(page) {
		await page.locator('.receipt > summary').click();
	},
	async compacted(page) {
		await page.locator('.item').nth(1).focus();
	},
	async 'over-budget'(page) {
		await page.locator('.item').nth(3).focus();
		await page.keyboard.press('F2');
	},
};
