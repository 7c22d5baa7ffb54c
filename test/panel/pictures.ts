import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../vscode/paths.ts';
import { arrangements } from './arrangements.ts';
import { themeNames } from './builtPage.ts';
import { PanelPage } from './panelPage.ts';
import { allStates, type StateName } from './states.ts';

const folder = path.join(repositoryRoot, 'out', 'screenshots', 'panel');

/** Pictures of every state, for people to look at: `npm run pictures`. */
describe('pictures of the panel', () => {
	for (const [name, state] of Object.entries(allStates)) {
		it(`are taken (${name})`, async () => {
			await mkdir(folder, { recursive: true });
			const looks = [
				...themeNames.map((theme) => ({ width: 300, theme })),
				{ width: 240, theme: 'dark' as const },
				{ width: 900, theme: 'dark' as const },
			];
			for (const { width, theme } of looks) {
				const { page } = await PanelPage.open(state, { width, theme });
				await arrangements[name as StateName]?.(page);
				const file = path.join(folder, `${name}-${theme}-${width}.png`);
				await page.screenshot({ path: file, fullPage: true });
			}
		});
	}
});
