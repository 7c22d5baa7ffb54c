import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { answerPath, offeredPath } from '../vscode/fileDialog.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** A person who goes on elsewhere: in a file, in a chat, in another assistant. */
describe('Handing over, in a real VS Code', function () {
	this.timeout(120_000);
	const folder = mkdtempSync(path.join(os.tmpdir(), 'precis-hand-over-'));
	const claude = path.join(folder, 'claude');
	const codex = path.join(folder, 'codex');
	const sample = new SampleWorkbench({ env: { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex } });
	after(() => rmSync(folder, { recursive: true }));

	const dialog = (): Locator => sample.page.locator('.quick-input-widget');

	/** Chooses a format, and leaves the dialog that asks for a file open. @returns What it offers. */
	async function chooseFormat(label: string, ending: string): Promise<string> {
		await runCommand(sample.page, 'Precis: Export Compacted Conversation…');
		const row = dialog().locator('.monaco-list-row', { hasText: label });
		await row.first().waitFor();
		await sample.picture('hand-over-formats');
		await row.first().click();
		return offeredPath(sample.page, ending);
	}

	it('has a handoff to write, once it was compacted', async () => {
		const frame = await sample.panel('main.panel');
		await frame.getByRole('button', { name: 'Compact', exact: true }).click();
		await frame.locator('.receipt').waitFor();
		await runCommand(sample.page, 'Precis: Write Handoff File…');
		await offeredPath(sample.page, '/HANDOFF.md');
		await sample.picture('hand-over-file');
		const file = path.join(folder, 'HANDOFF.md');
		await answerPath(sample.page, file);
		await sample.page.locator('.tab', { hasText: 'HANDOFF.md' }).waitFor();
		await sample.page.locator('.monaco-editor.focused').waitFor();
		assert.match(readFileSync(file, 'utf8'), /^\[Handoff from an earlier context window[^]*\n$/);
	});

	it('opens the handoff as a document', async () => {
		await runCommand(sample.page, 'Precis: Open Handoff as Document');
		await sample.page.locator('.tab', { hasText: /\d\.md/ }).waitFor();
		await sample.page
			.locator('.monaco-editor .view-line', { hasText: 'Handoff from an earlier' })
			.first()
			.waitFor();
	});

	it('continues in a chat, with the handoff to be sent', async () => {
		await runCommand(sample.page, 'Precis: Continue in Chat');
		const attached = sample.page.locator(
			'.interactive-input-part .chat-attached-context-attachment',
		);
		await attached.filter({ hasText: /^Handoff \d+\.md$/ }).waitFor();
		await sample.picture('hand-over-chat');
	});

	it('offers the place where Claude Code looks, and says how to go on there', async () => {
		const offer = await chooseFormat('Claude Code Session', '.jsonl');
		await sample.picture('hand-over-claude');
		assert.ok(offer.startsWith(path.join(claude, 'projects')), offer);
		await answerPath(sample.page, offer);
		const id = path.basename(offer, '.jsonl');
		await sample.notified(new RegExp(`claude --resume ${id}`));
		const { format, conversations } = await openTranscript(await fileSource(offer));
		assert.equal(format, 'claude-code');
		assert.ok((conversations[0]?.messages.length ?? 0) > 10);
	});

	it('offers the place where Codex looks, and writes what was chosen instead', async () => {
		const offer = await chooseFormat('Codex Session', '.jsonl');
		assert.match(offer, /sessions.\d{4}.\d\d.\d\d.rollout-.*\.jsonl$/);
		const file = path.join(folder, 'elsewhere.jsonl');
		await answerPath(sample.page, file);
		assert.match(await sample.notified(/To resume the session, move/), /elsewhere\.jsonl/);
		assert.match(readFileSync(file, 'utf8'), /"session_meta"/);
		assert.ok(!existsSync(codex));
	});

	it('never replaces a file that is there', async () => {
		const file = path.join(folder, 'mine.json');
		writeFileSync(file, 'mine');
		await chooseFormat('OpenAI Messages', '.openai.json');
		// VS Code asks by itself; whoever says yes is refused all the same.
		await answerPath(
			sample.page,
			file,
			dialog().getByText('Are you sure you want to overwrite it?'),
		);
		await dialog().getByRole('button', { name: 'OK' }).click();
		await sample.notified(/is there already and was left as it is/);
		await sample.picture('hand-over-refused');
		assert.equal(readFileSync(file, 'utf8'), 'mine');
	});
});
