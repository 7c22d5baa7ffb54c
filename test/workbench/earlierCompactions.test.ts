import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { prose } from '../support/logs.ts';
import { assistant, compaction, user } from '../unit/transcripts/formats/claudeCode/claudeLines.ts';
import { until } from '../support/until.ts';
import { changeColorTheme } from '../vscode/colorTheme.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

const screenshots = path.join(repositoryRoot, 'out', 'screenshots');

function talk(count: number, first: number): object[] {
	return Array.from({ length: count }, (_, index) => [
		user(`Request ${first + index}: ${prose(400, first + index)}`),
		assistant(`m${first + index}`, prose(4_000, first + index)),
	]).flat();
}

const lines = [
	...talk(20, 0),
	...compaction(
		'1. Primary Request and Intent:\n   Ship the importer.\n3. Files and Code Sections:\n   - `src/importer.ts` — written\n8. Current Work:\n   The importer’s tests',
		{ trigger: 'auto', preTokens: 167_094 },
		{ timestamp: '2026-02-11T21:18:41.543Z' },
	),
	...talk(20, 20),
	...compaction('1. Primary Request and Intent:\n   Ship the exporter as well.'),
	...talk(40, 40),
];

/** A session that its assistant had compacted: looked at, undone, and compacted on top. */
describe('A session that was compacted before, in a real VS Code', function () {
	this.timeout(120_000);
	// Each step goes on where the one before has left the panel.
	this.bail(true);
	let folder: string;
	let workbench: Workbench;

	before(async function () {
		// The first run fetches VS Code and a browser.
		this.timeout(600_000);
		await mkdir(screenshots, { recursive: true });
		folder = await mkdtemp(path.join(os.tmpdir(), 'precis-earlier-'));
		const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
		await writeFile(path.join(folder, 'session.jsonl'), text);
		workbench = await openWorkbench({
			extension: repositoryRoot,
			folder,
			viewport: { width: 1280, height: 900 },
			settings: { 'precis.context.window': 40_000 },
		});
	});
	after(async () => {
		await workbench.dispose();
		await rm(folder, { recursive: true, force: true });
	});

	const panel = (selector: string) => webviewFrame(workbench.page, selector, 60_000);

	async function photograph(name: string): Promise<void> {
		for (const [theme, label] of [
			['Light Modern', 'light'],
			['Dark Modern', 'dark'],
		] as const) {
			await changeColorTheme(workbench.page, theme);
			await panel('main.panel');
			const file = path.join(screenshots, `earlier-${name}-${label}.png`);
			await workbench.page.screenshot({ path: file });
		}
	}

	it('shows the newest summary, who made it, and both in the history', async () => {
		const { page } = workbench;
		const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'session' });
		await row.click({ button: 'right' });
		await chooseFromMenu(page, 'Open with Precis');
		const frame = await panel('main.panel .receipt');
		await frame.locator('.receipt', { hasText: 'Imported' }).waitFor();
		await frame.locator('.sections-header').getByText('Claude Code').waitFor();
		await frame.getByText('Ship the exporter as well.').waitFor();
		await frame.getByRole('heading', { name: 'History' }).click();
		const entries = frame.locator('.history-entry');
		// A frame that is not laid out yet gives its text without line breaks.
		await until(async () => /\b1\n[^]*Claude Code/.test(await entries.last().innerText()));
		assert.equal(await entries.count(), 2);
		await photograph('opened');
	});

	it('goes back to the summary before, and to the log', async () => {
		const frame = await panel('main.panel');
		await runCommand(workbench.page, 'Precis: Undo Last Step');
		await frame.getByText('Ship the importer.').waitFor();
		await frame.getByText('src/importer.ts').first().waitFor();
		await runCommand(workbench.page, 'Precis: Undo Last Step');
		await frame.getByText('Compacting replaces the middle').waitFor();
		await photograph('undone');
		await runCommand(workbench.page, 'Precis: Redo');
		await frame.getByText('Ship the importer.').waitFor();
		await runCommand(workbench.page, 'Precis: Redo');
		await frame.getByText('Ship the exporter as well.').waitFor();
	});

	it('is compacted on top of them', async () => {
		await runCommand(workbench.page, 'Precis: Compact Conversation');
		const frame = await panel('main.panel');
		await frame.locator('.receipt', { hasText: 'Manual' }).waitFor();
		assert.equal(await frame.locator('.history-entry').count(), 3);
		await photograph('compacted');
	});
});
