import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFile } from '../../packaging/paths.ts';
import { PanelPage } from '../panel/panelPage.ts';
import { compactedState } from '../panel/states.ts';
import { unzipped } from './zip.ts';

/** The panel as the package brings it. */
describe('the panel of the package', () => {
	let dist: string;

	before(async () => {
		dist = await mkdtemp(path.join(tmpdir(), 'precis-panel-'));
		for (const [name, content] of unzipped(await readFile(packageFile))) {
			if (path.dirname(name) === 'extension/dist') {
				await writeFile(path.join(dist, path.basename(name)), content);
			}
		}
	});
	after(() => rm(dist, { recursive: true }));

	it('shows a summary, in its own style', async () => {
		const { page } = await PanelPage.open(compactedState, { dist });
		await page.locator('.receipt').waitFor();
		await page.locator('.source').first().waitFor();
		const rules = await page.evaluate<number>(
			'[...document.styleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0)',
		);
		assert.ok(rules > 50, `${rules} rules of style`);
	});
});
