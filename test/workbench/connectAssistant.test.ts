import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { runCommand } from '../vscode/commandPalette.ts';
import { notification } from '../vscode/notification.ts';
import { SampleWorkbench, sharedHome as home } from './sampleWorkbench.ts';

/** *Connect an Assistant…* as a person has it, on a machine with two assistants. */

const gemini = path.join(home, '.gemini', 'settings.json');
const openCode = path.join(home, '.config', 'opencode', 'opencode.jsonc');

const geminiText = '{\n  "ui": { "theme": "a" }\n}\n';
/** Adds and removes the server as the real one does: `gemini mcp add --scope user NAME COMMAND`. */
const geminiProgram = `#!/bin/sh
if [ "$2" = add ]; then
	printf '{ "mcpServers": { "%s": { "command": "%s", "args": ["%s"] } } }' "$5" "$6" "$7" > '${gemini}'
else
	printf '%s' '${geminiText}' > '${gemini}'
fi
`;

const openCodeText = '{\n  // For the database.\n  "model": "m", // not "n"\n}\n';

describe('Connecting an assistant, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench();

	before(async () => {
		await mkdir(path.join(home, '.local', 'share', 'opencode'), { recursive: true });
		await keep(path.join(home, 'bin', 'gemini'), geminiProgram);
		await chmod(path.join(home, 'bin', 'gemini'), 0o755);
	});
	beforeEach(async () => {
		await keep(gemini, geminiText);
		await keep(openCode, openCodeText);
	});
	after(async () => {
		for (const folder of ['.gemini', '.config/opencode', '.local/share/opencode', 'bin/gemini']) {
			await rm(path.join(home, folder), { recursive: true });
		}
	});

	async function keep(file: string, text: string): Promise<void> {
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}

	const rows = (): Locator => sample.page.locator('.quick-input-list .monaco-list-row');

	/** The row of an assistant's server; those of its hooks and its plugin begin likewise. */
	const rowOf = (label: string): Locator =>
		rows().filter({ hasText: label, hasNotText: `${label}: ` });

	/** Chooses an assistant of the list. */
	async function choose(label: string): Promise<void> {
		await runCommand(sample.page, 'Precis: Connect an Assistant…');
		// Rows move until all are laid out: a click may land on another one.
		await rows().nth(3).waitFor();
		await rowOf(label).click();
	}

	/** Presses a button of a notification. */
	async function answer(text: RegExp, button: string): Promise<void> {
		const item = await notification(sample.page, text);
		await item.locator('.monaco-button', { hasText: button }).click();
	}

	it('lists the assistants that were used here, with their files', async () => {
		await runCommand(sample.page, 'Precis: Connect an Assistant…');
		await rows().filter({ hasText: 'OpenCode: Plugin' }).waitFor();
		const listed = await rows().allInnerTexts();
		for (const [index, row] of [
			/Gemini CLI[^]*settings\.json/,
			/Gemini CLI: Hooks[^]*settings\.json/,
			/OpenCode[^]*opencode\.jsonc/,
			/OpenCode: Plugin[^]*precis\.js/,
		].entries()) {
			assert.match(listed[index] ?? '', row);
		}
		assert.equal(listed.length, 4);
		await sample.picture('connect-assistants');
		await sample.page.keyboard.press('Escape');
	});

	it('copies what a person pastes, opens the file, and writes nothing', async () => {
		await choose('OpenCode');
		await notification(sample.page, /Copied\. Paste it into/);
		await sample.photograph('connect-paste', () =>
			notification(sample.page, /Copied\. Paste it into/),
		);
		await answer(/Copied\. Paste it into/, 'Open File');
		await sample.page.getByRole('tab', { name: /^opencode\.jsonc/ }).waitFor();
		assert.equal(await readFile(openCode, 'utf8'), openCodeText);
	});

	it('runs the assistant’s own command with consent, and says what came of it', async () => {
		await choose('Gemini CLI');
		await notification(sample.page, /mcp add --scope user precis/);
		await sample.picture('connect-command');
		assert.equal(await readFile(gemini, 'utf8'), geminiText);
		await answer(/mcp add --scope user precis/, 'Connect');
		await sample.notified(/Gemini CLI is connected/);
		assert.match(await readFile(gemini, 'utf8'), /bin\/precis", "args": \["mcp"\]/);
		await choose('Gemini CLI');
		await answer(/mcp remove --scope user precis/, 'Disconnect');
		await sample.notified(/Gemini CLI is disconnected/);
		assert.equal(await readFile(gemini, 'utf8'), geminiText);
	});
});
