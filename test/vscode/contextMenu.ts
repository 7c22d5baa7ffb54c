import { errors, type Locator, type Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** Chooses from the context menu that is open. One that has just come up takes no click for a moment. */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
	const entry = page.getByRole('menuitem', { name }).first();
	await entry.waitFor();
	await until(async () => {
		try {
			await entry.click({ timeout: 2_000 });
			await entry.waitFor({ state: 'hidden', timeout: 1_000 });
			return true;
		} catch (error) {
			if (error instanceof errors.TimeoutError) {
				return entry.isHidden();
			}
			throw error;
		}
	});
}

/**
 * Opens the context menu of a part of a webview's page from the keyboard. VS Code gives the focus back
 * to the page some time after an earlier menu has closed.
 */
export async function openMenuByKey(page: Page, part: () => Promise<Locator>): Promise<void> {
	const menu = page.locator('.monaco-menu').getByRole('menuitem').first();
	await until(async () => {
		await (await part()).focus();
		await page.keyboard.press('Shift+F10');
		try {
			await menu.waitFor({ timeout: 2_000 });
			return true;
		} catch (error) {
			if (error instanceof errors.TimeoutError) {
				return false;
			}
			throw error;
		}
	});
}
