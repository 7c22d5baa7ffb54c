import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { changeColorTheme, type ColorTheme } from './colorTheme.ts';
import { repositoryRoot } from './paths.ts';

/** Whether pictures are wanted: they are for people who look at them, and take longer than the tests. */
const areWanted = process.env['PRECIS_PICTURES'] === '1';

const folder = path.join(repositoryRoot, 'out', 'screenshots');

const lightAndDark: readonly (readonly [theme: ColorTheme, label: string])[] = [
	['Light Modern', 'light'],
	['Dark Modern', 'dark'],
];

/** Keeps a picture of the window in `out/screenshots`, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
	if (areWanted) {
		await keep(page, name);
	}
}

/** Keeps a picture of what failed. */
export function pictureOfFailure(page: Page, name: string): Promise<void> {
	return keep(page, `failed-${name}`);
}

/**
 * Pictures in several themes, where they are wanted.
 * @param ready Until what is to be seen is there again: with the theme, pages are drawn anew.
 */
export async function photograph(
	page: Page,
	name: string,
	ready: () => Promise<unknown>,
	themes = lightAndDark,
): Promise<void> {
	for (const [theme, label] of areWanted ? themes : []) {
		await changeColorTheme(page, theme);
		await ready();
		await keep(page, `${name}-${label}`);
	}
}

async function keep(page: Page, name: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const file = path.join(folder, `${name}.png`);
	// Menus and lists fade in.
	await page.screenshot({ path: file, animations: 'disabled' });
}
