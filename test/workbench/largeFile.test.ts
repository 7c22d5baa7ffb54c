import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { claudeTurns } from '../support/claudeSession.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

/** A session that is being written, and a large one, as a person meets them. */

const screenshots = path.join(repositoryRoot, 'out', 'screenshots');

/** About 120 MB in one file. */
const largeTurns = 2_000;

describe('Sessions of any size in a real VS Code', () => {
	let folder: string;
	let workbench: Workbench;
	let page: Page;

	before(async function () {
		// The first run fetches VS Code and a browser.
		this.timeout(600_000);
		await mkdir(screenshots, { recursive: true });
		folder = await mkdtemp(path.join(tmpdir(), 'precis-large-'));
		await writeFile(path.join(folder, 'growing.jsonl'), claudeTurns(5));
		const pieces = Array.from({ length: 20 }, (_, at) =>
			claudeTurns(largeTurns / 20, (at * largeTurns) / 20, 60_000),
		);
		await writeFile(path.join(folder, 'large.jsonl'), pieces);
		workbench = await openWorkbench({
			extension: repositoryRoot,
			folder,
			viewport: { width: 1280, height: 900 },
		});
		page = workbench.page;
	});
	after(async () => {
		await workbench.dispose();
		await rm(folder, { recursive: true, force: true });
	});
	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await page.screenshot({ path: path.join(screenshots, 'failed-large.png') });
		}
	});

	async function open(name: string): Promise<Frame> {
		const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
		await row.click({ button: 'right' });
		await chooseFromMenu(page, 'Open with Precis');
		const frame = await webviewFrame(page, 'main.panel', 60_000);
		await frame.getByRole('button', { name: 'Compact' }).waitFor();
		return frame;
	}

	it('shows the messages of a growing session as they are written, until told to stop', async function () {
		this.timeout(120_000);
		const frame = await open('growing');
		const facts = frame.locator('.conversation p');
		await facts.filter({ hasText: /20 messages.*following/ }).waitFor();
		await appendFile(path.join(folder, 'growing.jsonl'), claudeTurns(2, 5));
		await facts.filter({ hasText: '28 messages' }).waitFor();
		await page.screenshot({ path: path.join(screenshots, 'following.png') });

		await frame.getByRole('button', { name: 'Stop following' }).click();
		await frame.getByRole('button', { name: 'Follow the file' }).waitFor();
		await appendFile(path.join(folder, 'growing.jsonl'), claudeTurns(1, 7));
		await frame.getByRole('button', { name: 'Follow the file' }).click();
		await facts.filter({ hasText: /32 messages.*following/ }).waitFor();
	});

	it('shows all of a large session', async function () {
		this.timeout(120_000);
		const frame = await open('large');
		const facts = frame.locator('.conversation p');
		await facts.filter({ hasText: '8,000 messages' }).waitFor({ timeout: 60_000 });
		await page.screenshot({ path: path.join(screenshots, 'large.png') });
	});
});
