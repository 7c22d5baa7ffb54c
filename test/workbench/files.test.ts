import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { claudeTurns } from '../support/claudeSession.ts';
import { prose } from '../support/logs.ts';
import { until } from '../support/until.ts';
import { assistant, compaction, user } from '../unit/transcripts/formats/claudeCode/claudeLines.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { chooseFromMenu } from '../vscode/contextMenu.ts';
import { SampleWorkbench, sharedFolder as folder } from './sampleWorkbench.ts';

/** Files of sessions, opened from the explorer: one that is being written, a large one, one compacted by its assistant. */

/** About 30 MB in one file. */
const largeTurns = 500;

function talk(count: number, first: number): object[] {
	return Array.from({ length: count }, (_, index) => [
		user(`Request ${first + index}: ${prose(400, first + index)}`),
		assistant(`m${first + index}`, prose(4_000, first + index)),
	]).flat();
}

const compactedTwice = [
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

describe('Files of sessions, in a real VS Code', () => {
	const sample = new SampleWorkbench();

	before(async () => {
		await writeFile(path.join(folder, 'growing.jsonl'), claudeTurns(5));
		const pieces = Array.from({ length: 20 }, (_, at) =>
			claudeTurns(largeTurns / 20, (at * largeTurns) / 20, 60_000),
		);
		await writeFile(path.join(folder, 'large.jsonl'), pieces);
		const lines = compactedTwice.map((line) => `${JSON.stringify(line)}\n`);
		await writeFile(path.join(folder, 'compacted.jsonl'), lines);
		await runCommand(sample.page, 'View: Show Explorer');
	});
	after(async () => {
		await runCommand(sample.page, 'View: Toggle Primary Side Bar Visibility');
		for (const name of ['growing', 'large', 'compacted']) {
			await rm(path.join(folder, `${name}.jsonl`));
		}
	});

	const panel = (selector = 'main.panel'): Promise<Frame> => sample.panel(selector);

	async function open(name: string): Promise<Frame> {
		const { page } = sample;
		const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
		await row.click({ button: 'right' });
		await chooseFromMenu(page, 'Open with Precis');
		// The panel shows the file before it until this one is read.
		return panel(`main.panel h1[title*="${name}.jsonl"]`);
	}

	it('are followed while they are written, until told to stop', async () => {
		const frame = await open('growing');
		const facts = frame.locator('.conversation p');
		await facts.filter({ hasText: '20 messages' }).waitFor();
		await appendFile(path.join(folder, 'growing.jsonl'), claudeTurns(2, 5));
		await facts.filter({ hasText: '28 messages' }).waitFor();
		await sample.photograph('following');

		await frame.getByRole('button', { name: 'Stop following' }).click();
		await frame.getByRole('button', { name: 'Follow the file' }).waitFor();
		await appendFile(path.join(folder, 'growing.jsonl'), claudeTurns(1, 7));
		await frame.getByRole('button', { name: 'Follow the file' }).click();
		await facts.filter({ hasText: '32 messages' }).waitFor();
	});

	it('are shown whole, large ones too', async () => {
		const frame = await open('large');
		const facts = frame.locator('.conversation p');
		await facts.filter({ hasText: '2,000 messages' }).waitFor();
		await sample.photograph('large');
	});

	it('show the newest summary of their assistant, who made it, and all in the history', async () => {
		const frame = await open('compacted');
		await frame.locator('.receipt', { hasText: 'Imported' }).waitFor();
		await frame.locator('.sections-header').getByText('Claude Code').waitFor();
		await frame.getByText('Ship the exporter as well.').waitFor();
		await frame.getByRole('heading', { name: 'History' }).click();
		const entries = frame.locator('.history-entry');
		// A frame that is not laid out yet gives its text without line breaks.
		await until(async () => /\b1\n[^]*Claude Code/.test(await entries.last().innerText()));
		assert.equal(await entries.count(), 2);
		await sample.photograph('earlier-opened');
	});

	it('go back to the summary before, and to the log, and are compacted on top of them', async () => {
		const frame = await panel();
		await runCommand(sample.page, 'Precis: Undo Last Step');
		await frame.getByText('Ship the importer.').waitFor();
		await frame.getByText('src/importer.ts').first().waitFor();
		await runCommand(sample.page, 'Precis: Undo Last Step');
		await frame.getByText('Compacting replaces the middle').waitFor();
		await runCommand(sample.page, 'Precis: Redo');
		await frame.getByText('Ship the importer.').waitFor();
		await runCommand(sample.page, 'Precis: Redo');
		await frame.getByText('Ship the exporter as well.').waitFor();
		await runCommand(sample.page, 'Precis: Compact Conversation');
		await frame.locator('.receipt', { hasText: 'Manual' }).waitFor();
		assert.equal(await frame.locator('.history-entry').count(), 3);
	});
});
