import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import { changeColorTheme } from '../vscode/colorTheme.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { notification } from '../vscode/notification.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** *Connect an Assistant…* as a person has it, on a machine with two assistants. */

const home = mkdtempSync(path.join(tmpdir(), 'precis-home-'));
const gemini = path.join(home, '.gemini', 'settings.json');
const openCode = path.join(home, '.config', 'opencode', 'opencode.jsonc');

const geminiText = '{\n  "ui": { "theme": "a" }\n}\n';
const openCodeText = '{\n  // For the database.\n  "model": "m", // not "n"\n}\n';

describe('Connecting an assistant, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench({ env: { HOME: home } });

	before(async () => {
		await mkdir(path.join(home, '.local', 'share', 'opencode'), { recursive: true });
	});
	beforeEach(async () => {
		await keep(gemini, geminiText);
		await keep(openCode, openCodeText);
	});
	after(() => rm(home, { recursive: true, force: true }));

	async function keep(file: string, text: string): Promise<void> {
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}

	const rows = (): Locator => sample.page.locator('.quick-input-list .monaco-list-row');

	/** The row of an assistant's server; those of its hooks and its plugin begin likewise. */
	const rowOf = (label: string): Locator =>
		rows().filter({ hasText: label, hasNotText: `${label}: ` });

	/** Chooses an assistant of the list; its change is shown then. */
	async function choose(label: string): Promise<void> {
		await runCommand(sample.page, 'Precis: Connect an Assistant…');
		await rowOf(label).click();
	}

	/** Presses a button of a notification. */
	async function answer(text: RegExp, button: string): Promise<void> {
		const item = await notification(sample.page, text);
		await item.locator('.monaco-button', { hasText: button }).click();
	}

	/** Closes a notification without an answer. */
	async function dismiss(text: RegExp): Promise<void> {
		const item = await notification(sample.page, text);
		await item.hover();
		await item.locator('.codicon-notifications-clear').click();
		await item.waitFor({ state: 'detached' });
	}

	/** Both sides of the comparison, as far as they are on the screen. */
	async function compared(word: string): Promise<readonly [before: string, after: string]> {
		const side = (name: string): Locator =>
			sample.page.locator(`.monaco-diff-editor .editor.${name} .view-lines`);
		await side('modified').filter({ hasText: word }).waitFor();
		const [before, after] = await Promise.all(
			['original', 'modified'].map((name) => side(name).innerText()),
		);
		// VS Code draws spaces as ones that do not break.
		return [before ?? '', after ?? ''].map((text) => text.replaceAll('\u00A0', ' ')) as [
			string,
			string,
		];
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

	it('shows the change, makes it with consent, and takes it back', async () => {
		await choose('OpenCode');
		const [before, after] = await compared('precis-mcp');
		assert.doesNotMatch(before, /precis/);
		assert.match(after, /For the database/);
		assert.equal(await readFile(openCode, 'utf8'), openCodeText);
		for (const [theme, label] of [
			['Dark Modern', 'dark'],
			['Light Modern', 'light'],
		] as const) {
			await changeColorTheme(sample.page, theme);
			await notification(sample.page, /Add Precis to/);
			await sample.picture(`connect-diff-${label}`);
		}
		await answer(/Add Precis to/, 'Connect');
		await until(async () => (await readFile(openCode, 'utf8')) !== openCodeText);
		const written = await readFile(openCode, 'utf8');
		assert.match(written, /\/\/ For the database\.\n {2}"model": "m", \/\/ not "n"/);
		assert.match(written, /"precis": \{/);
		await answer(/OpenCode is connected/, 'Undo');
		await until(async () => (await readFile(openCode, 'utf8')) === openCodeText);
	});

	it('writes nothing that the person refuses', async () => {
		await choose('Gemini CLI');
		await compared('precis-mcp');
		await dismiss(/Add Precis to/);
		assert.equal(await readFile(gemini, 'utf8'), geminiText);
		await runCommand(sample.page, 'Precis: Connect an Assistant…');
		await rowOf('Gemini CLI').waitFor();
		assert.doesNotMatch(await rowOf('Gemini CLI').innerText(), /connected/);
		await sample.page.keyboard.press('Escape');
	});

	it('disconnects one that is connected', async () => {
		await choose('Gemini CLI');
		await answer(/Add Precis to/, 'Connect');
		await until(async () => (await readFile(gemini, 'utf8')).includes('precis-mcp'));
		await choose('Gemini CLI');
		await answer(/Remove Precis from/, 'Disconnect');
		await until(async () => !(await readFile(gemini, 'utf8')).includes('precis-mcp'));
		assert.deepEqual(JSON.parse(await readFile(gemini, 'utf8')), {
			ui: { theme: 'a' },
			mcpServers: {},
		});
	});

	it('leaves a file alone that changed while its comparison was shown', async () => {
		await choose('Gemini CLI');
		await compared('precis-mcp');
		await keep(gemini, '{ "ui": 1 }');
		await answer(/Add Precis to/, 'Connect');
		await sample.notified(/has changed\. Precis left the file as it is/);
		assert.equal(await readFile(gemini, 'utf8'), '{ "ui": 1 }');
	});
});
