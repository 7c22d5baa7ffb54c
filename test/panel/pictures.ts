/** Takes pictures of every state of the panel, for people to look at: `npm run pictures`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { launchChromium } from '../vscode/chromium.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { arrangements } from './arrangements.ts';
import { PanelPage, themeNames, type ThemeName } from './panelPage.ts';
import { allStates, type StateName } from './states.ts';

const folder = path.join(repositoryRoot, 'out', 'screenshots', 'panel');

const names = Object.keys(allStates) as readonly StateName[];

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

await mkdir(folder, { recursive: true });
const browser = await launchChromium();
for (const theme of themeNames) {
	await take(300, theme, names);
}
for (const width of [240, 900]) {
	await take(width, 'dark', widthStates);
}
await browser.close();

async function take(width: number, theme: ThemeName, states: readonly StateName[]): Promise<void> {
	for (const name of states) {
		const panel = await PanelPage.open(browser, width, theme, pictureHeight);
		await panel.show(allStates[name]);
		await arrangements[name]?.(panel.page);
		await panel.settle();
		await panel.page.screenshot({ path: path.join(folder, `${name}-${theme}-${width}.png`) });
		await panel.close();
	}
}
