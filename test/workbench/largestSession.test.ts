import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { sectionTitles } from '../../src/summary/sections.ts';
import { changeColorTheme } from '../vscode/colorTheme.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

/**
 * The way a person takes: open a long saved session from the explorer, compact it, compact it with
 * a focus, read the sections. Everything that was on screen is kept in `out/screenshots`.
 */

const shared = path.join(repositoryRoot, '..', 'shared', 'transcripts', 'claude-code');
const screenshots = path.join(repositoryRoot, 'out', 'screenshots');

/** The largest saved session there is; the bundled sample where there are no others. */
async function largestSession(): Promise<{ folder: string; name: string; focus: string }> {
	if (!existsSync(shared)) {
		const folder = path.join(repositoryRoot, 'media', 'sample');
		console.log('No shared transcripts here; the bundled sample is used instead.');
		return { folder, name: 'sample-session.jsonl', focus: 'cancel bookings' };
	}
	const names = (await readdir(shared)).filter((name) => name.endsWith('.jsonl'));
	const sizes = await Promise.all(
		names.map(async (name) => (await stat(path.join(shared, name))).size),
	);
	const largest = names[sizes.indexOf(Math.max(...sizes))];
	assert.ok(largest !== undefined);
	return { folder: shared, name: largest, focus: 'svg rendering' };
}

describe('The largest saved session in a real VS Code', () => {
	let workbench: Workbench;
	let page: Page;
	let session: Awaited<ReturnType<typeof largestSession>>;

	before(async function () {
		// The first run fetches VS Code and a browser.
		this.timeout(600_000);
		await mkdir(screenshots, { recursive: true });
		session = await largestSession();
		workbench = await openWorkbench({
			extension: repositoryRoot,
			folder: session.folder,
			viewport: { width: 1280, height: 900 },
		});
		page = workbench.page;
	});
	after(() => workbench.dispose());
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await page.screenshot({ path: path.join(screenshots, 'failed-largest.png') });
		}
	});

	function panel(selector: string): Promise<Frame> {
		return webviewFrame(page, selector, 60_000);
	}

	/** Makes the side bar this wide by dragging its edge, as a person would. */
	async function widen(width: number): Promise<void> {
		const bar = await page.locator('.part.auxiliarybar').boundingBox();
		assert.ok(bar !== null);
		const y = bar.y + bar.height / 2;
		await page.mouse.move(bar.x - 1, y);
		await page.mouse.down();
		await page.mouse.move(bar.x + bar.width - width, y, { steps: 8 });
		await page.mouse.up();
		// The edge stays lit as long as the pointer is near it.
		await page.mouse.move(20, y);
		await page
			.locator('.monaco-sash.hover, .monaco-sash.active')
			.first()
			.waitFor({ state: 'hidden' });
		await page.waitForFunction(
			`Math.abs((document.querySelector('.part.auxiliarybar')?.clientWidth ?? 0) - ${width}) < 40`,
		);
	}

	async function photograph(name: string): Promise<void> {
		for (const [theme, label] of [
			['Dark Modern', 'dark'],
			['Light Modern', 'light'],
		] as const) {
			await changeColorTheme(page, theme);
			for (const width of [300, 900]) {
				await widen(width);
				const frame = await panel('main.panel');
				const overflow = await frame.evaluate<number>(
					'document.documentElement.scrollWidth - document.documentElement.clientWidth',
				);
				assert.ok(overflow <= 0, `${name} scrolls sideways by ${overflow} px at ${width} px`);
				await page.screenshot({ path: path.join(screenshots, `${name}-${label}-${width}.png`) });
			}
		}
	}

	it('opens from the context menu of the explorer', async function () {
		this.timeout(120_000);
		const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: session.name });
		await row.click({ button: 'right' });
		await chooseFromMenu(page, 'Open with Precis');
		const frame = await panel('main.panel');
		await frame.getByRole('button', { name: 'Compact' }).waitFor();
		// Room for the widest picture.
		await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
		assert.match(await frame.locator('main.panel').innerText(), /messages/);
		await photograph('opened');
	});

	it('compacts and shows a receipt and thirteen sections', async function () {
		this.timeout(120_000);
		await runCommand(page, 'Precis: Compact Conversation');
		const frame = await panel('main.panel .receipt');
		const text = await frame.locator('main.panel').innerText();
		for (const title of sectionTitles) {
			assert.ok(text.includes(title), `${title} is shown`);
		}
		await photograph('compacted');
	});

	it('compacts with a focus, afresh from the originals', async function () {
		this.timeout(120_000);
		const frame = await panel('main.panel .receipt');
		const focus = frame.getByRole('combobox');
		await focus.fill(session.focus);
		await focus.press('Enter');
		await frame.locator('.receipt', { hasText: session.focus }).waitFor();
		await photograph('focused');
	});
});
