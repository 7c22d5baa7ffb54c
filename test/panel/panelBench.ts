import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../vscode/chromium.ts';
import type { RememberedState } from '../../src/protocol/remembered.ts';
import { PanelPage, type ThemeName } from './panelPage.ts';

export interface PanelBench {
	/** The page of the test that runs. */
	readonly panel: PanelPage;
	/** @param remembered What the panel remembers from before it was hidden. */
	readonly open: (
		width?: number,
		theme?: ThemeName,
		remembered?: RememberedState,
	) => Promise<PanelPage>;
}

/** A browser for a suite; a page for each test, in which nothing may go wrong unseen. */
export function panelBench(): PanelBench {
	let browser: Browser | undefined;
	const pages: PanelPage[] = [];
	before(async function () {
		this.timeout(300_000);
		browser = await launchChromium();
	});
	after(() => browser?.close());
	afterEach(async () => {
		for (const page of pages.splice(0)) {
			const { faults } = page;
			await page.close();
			assert.deepEqual(faults, []);
		}
	});
	return {
		get panel() {
			const page = pages.at(-1);
			assert.ok(page !== undefined, 'a page was opened');
			return page;
		},
		async open(width = 300, theme = 'dark', remembered) {
			assert.ok(browser !== undefined);
			const page = await PanelPage.open(browser, width, theme, 900, remembered);
			pages.push(page);
			return page;
		},
	};
}
