import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../vscode/chromium.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { arrangements } from './arrangements.ts';
import { PanelPage, themeNames, type ThemeName } from './panelPage.ts';
import { allStates, type StateName } from './states.ts';

const folder = path.join(repositoryRoot, 'out', 'screenshots', 'panel');

/** What has most to lose in a narrow or a wide view. */
const widthStates: readonly StateName[] = [
	'empty',
	'history',
	'preview',
	'writing',
	'standing',
	'looked-up',
];

/** Pixels: enough for every state, so that nothing has to be scrolled to. */
const pictureHeight = 1_700;

/** Pictures of every state, for people to look at. */
describe('pictures of the panel', () => {
	let browser: Browser;

	before(async function () {
		this.timeout(300_000);
		await mkdir(folder, { recursive: true });
		browser = await launchChromium();
	});
	after(() => browser.close());

	async function take(
		width: number,
		theme: ThemeName,
		names = Object.keys(allStates) as readonly StateName[],
	): Promise<void> {
		for (const name of names) {
			const panel = await PanelPage.open(browser, width, theme, pictureHeight);
			await panel.show(allStates[name]);
			await arrangements[name]?.(panel.page);
			await panel.settle();
			await panel.page.screenshot({ path: path.join(folder, `${name}-${theme}-${width}.png`) });
			await panel.close();
		}
	}

	for (const theme of themeNames) {
		it(`are taken at 300 px (${theme})`, () => take(300, theme)).timeout(180_000);
	}

	for (const width of [240, 900]) {
		it(`are taken at ${width} px`, () => take(width, 'dark', widthStates)).timeout(180_000);
	}
});
