import { errors, type Page } from 'playwright-core';
import { runCommand } from './commandPalette.ts';

const timeoutMs = 20_000;

/** A colour theme of each kind, by the ids that the setting `workbench.colorTheme` knows. */
export type ColorTheme =
	| 'Dark Modern'
	| 'Light Modern'
	| 'Default High Contrast'
	| 'Default High Contrast Light';

/** The name in the theme picker and the class that the workbench then carries. */
const themes: Readonly<Record<ColorTheme, { label: string; className: string }>> = {
	'Dark Modern': { label: 'Dark Modern', className: 'vs-dark' },
	'Light Modern': { label: 'Light Modern', className: 'vs' },
	'Default High Contrast': { label: 'Dark High Contrast', className: 'hc-black' },
	'Default High Contrast Light': { label: 'Light High Contrast', className: 'hc-light' },
};

/**
 * Changes the theme of an open workbench. Through the theme picker, because a change of
 * `settings.json` on disk is not noticed reliably.
 */
export async function changeColorTheme(page: Page, theme: ColorTheme): Promise<void> {
	const { label, className } = themes[theme];
	const picker = page.locator('.quick-input-widget');
	const row = picker
		.locator('.monaco-list-row')
		.filter({ has: page.locator('.label-name').getByText(label, { exact: true }) })
		.first();
	const end = Date.now() + timeoutMs;
	for (;;) {
		await runCommand(page, 'Preferences: Color Theme');
		await picker.locator('input.input').fill(label);
		try {
			await row.click({ timeout: 2000 });
			break;
		} catch (error) {
			if (!(error instanceof errors.TimeoutError) || Date.now() > end) {
				throw error;
			}
		}
		// What is typed before the themes are listed may filter a list that never fills.
		await page.keyboard.press('Escape');
		await picker.waitFor({ state: 'hidden' });
	}
	await page.locator(`.monaco-workbench.${className}`).waitFor();
	// It fades: until it is gone it would be in every picture. A click can have only tried the theme.
	await picker
		.waitFor({ state: 'hidden', timeout: 5000 })
		.catch(() => page.keyboard.press('Enter'));
	await picker.waitFor({ state: 'hidden' });
}
