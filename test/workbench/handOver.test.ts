import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { fileSource } from '../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../src/transcripts/open.ts';
import { until } from '../support/until.ts';
import { runAndChoose, runCommand } from '../vscode/commandPalette.ts';
import { answerPath, offeredPath } from '../vscode/fileDialog.ts';
import { SampleWorkbench, sharedHome } from './sampleWorkbench.ts';

/** A person who goes on elsewhere: in a file, in a chat, in another assistant. */
describe('Handing over, in a real VS Code', () => {
	const sample = new SampleWorkbench();
	const folder = mkdtempSync(path.join(os.tmpdir(), 'precis-hand-over-'));
	const claude = path.join(sharedHome, '.claude');
	const program = path.join(sharedHome, 'bin', 'claude');
	/** What the stand-in for the assistant was run with. */
	const ran = path.join(folder, 'ran');

	before(() => {
		const script = `#!/bin/sh\necho "$0 $*" >> '${ran}'\necho "Resumed: $*"\n`;
		writeFileSync(program, script, { mode: 0o755 });
	});
	after(async () => {
		await runCommand(sample.page, 'Terminal: Kill All Terminals');
		for (const kept of [folder, claude, program]) {
			rmSync(kept, { recursive: true });
		}
	});

	const dialog = (): Locator => sample.page.locator('.quick-input-widget');

	/** Chooses a format, and leaves the dialog that asks for a file open. @returns What it offers. */
	async function chooseFormat(label: string, ending: string): Promise<string> {
		await runCommand(sample.page, 'Precis: Export…');
		const row = dialog().locator('.monaco-list-row', { hasText: label });
		await row.first().waitFor();
		await sample.picture('hand-over-formats');
		await row.first().click();
		return offeredPath(sample.page, ending);
	}

	/** The session that an assistant was started with, once it was: until then it may be half written. */
	async function resumedSession(): Promise<string> {
		const resume = /claude --resume ([\da-f-]{36})\n/;
		let id: string | undefined;
		await until(() => {
			[, id] = (existsSync(ran) && resume.exec(readFileSync(ran, 'utf8'))) || [];
			return id !== undefined;
		});
		return path.join(claude, globSync(`**/*${id}.jsonl`, { cwd: claude })[0] ?? '');
	}

	before(async () => {
		const frame = await sample.panel('main.panel');
		await frame.getByRole('button', { name: 'Compact', exact: true }).click();
		await frame.locator('.receipt').waitFor();
	});

	it('opens the handoff as a document', async () => {
		await runAndChoose(sample.page, 'Precis: Hand Over…', 'Document');
		await sample.page.locator('.tab', { hasText: /\d\.md/ }).waitFor();
		await sample.page
			.locator('.monaco-editor .view-line', { hasText: 'Handoff from an earlier' })
			.first()
			.waitFor();
	});

	it('continues in a chat, with the handoff to be sent', async () => {
		await runAndChoose(sample.page, 'Precis: Hand Over…', 'New Chat');
		const attached = sample.page.locator(
			'.interactive-input-part .chat-attached-context-attachment',
		);
		await attached.filter({ hasText: /^Handoff \d+\.md$/ }).waitFor();
		await sample.picture('hand-over-chat');
	});

	it('continues in another assistant, in a terminal', async () => {
		await runCommand(sample.page, 'Precis: Hand Over…');
		const rows = dialog().locator('.monaco-list-row');
		await rows.filter({ hasText: 'Continue in Claude Code' }).waitFor();
		await sample.picture('hand-over-claude-code');
		await rows.filter({ hasText: 'Continue in Claude Code' }).click();
		const session = await openTranscript(await fileSource(await resumedSession()));
		assert.equal(session.format, 'claude-code');
		assert.ok((session.conversations[0]?.messages.length ?? 0) > 10);
		await sample.picture('hand-over-claude-code-terminal');
	});

	it('exports to the file that was chosen', async () => {
		await chooseFormat('Codex Session', '.codex.jsonl');
		const file = path.join(folder, 'elsewhere.jsonl');
		await answerPath(sample.page, file);
		await sample.notified(/Exported with secrets redacted: .*elsewhere\.jsonl/);
		assert.match(readFileSync(file, 'utf8'), /"session_meta"/);
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
		await sample.notified(/already exists/);
		await sample.picture('hand-over-refused');
		assert.equal(readFileSync(file, 'utf8'), 'mine');
	});
});
