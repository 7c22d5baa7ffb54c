import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { runCommand } from '../vscode/commandPalette.ts';
import { SampleWorkbench, sharedFolder as here, sharedHome as home } from './sampleWorkbench.ts';

/** *Import Sessions from This Machine…* as a person has it, on a machine with sessions of assistants. */

const hourMs = 3_600_000;

describe('Sessions of this machine, in a real VS Code', function () {
	this.timeout(120_000);
	const sample = new SampleWorkbench();
	const written: string[] = [];

	before(async () => {
		await keep('.claude/projects/here/1.jsonl', session('Why is the export slow?', here), 30);
		await keep('.claude/projects/shop/2.jsonl', session('Sort the invoices', '/work/shop'), 2);
		await keep('.claude/projects/shop/3.jsonl', session('Rename $(trash) all', '/work/shop'), 50);
		await keep('.pi/agent/sessions/p/4.jsonl', '{"type":"session","cwd":"/work/web"}\n', 100);
		const chat = JSON.stringify([{ role: 'user', content: 'What is a monad?' }]);
		await keep('backup/old/chat.json', chat, 24 * 400);
		await keep('backup/package.json', '{"name":"not a session"}', 1);
	});
	after(async () => {
		for (const folder of ['.claude', '.pi', 'backup']) {
			await rm(path.join(home, folder), { recursive: true });
		}
	});

	/** Writes a file below the home folder, so many hours old. */
	async function keep(file: string, content: string, age: number): Promise<void> {
		const whole = path.join(home, file);
		await mkdir(path.dirname(whole), { recursive: true });
		await writeFile(whole, content);
		const time = new Date(Date.now() - age * hourMs - 60_000);
		await utimes(whole, time, time);
		written.push(whole);
	}

	const rows = (): Locator => sample.page.locator('.quick-input-list .monaco-list-row');

	/** The list, with everything that was found. */
	async function listed(): Promise<void> {
		await runCommand(sample.page, 'Precis: Import Sessions from This Machine…');
		await rows().filter({ hasText: 'What is a monad?' }).waitFor();
		await rows().filter({ hasText: 'Why is the export slow?' }).waitFor();
		await rows().filter({ hasText: 'Places that could not be searched: 1' }).waitFor();
	}

	it('are listed: those of the workspace first, the others by age, and last those without a message', async () => {
		await listed();
		// A chat of an earlier suite is a session as well.
		const texts = (await rows().allInnerTexts())
			.map((text) => text.replaceAll(/\s+/g, ' '))
			.filter((text) => !text.includes('Copilot Chat'));
		assert.deepEqual(
			texts.map((text) => /export slow|Sort|Rename|web|monad|Places/.exec(text)?.[0]),
			['export slow', 'Sort', 'Rename', 'monad', 'web', 'Places'],
		);
		assert.match(texts[0] ?? '', /Claude Code · ada.*1 d ago · 1 kB/);
		assert.match(texts[0] ?? '', /This Workspace/);
		assert.match(texts[1] ?? '', /Claude Code · shop.*2 h ago/);
		assert.match(texts[2] ?? '', /\$ \(trash\)/);
		assert.match(texts[4] ?? '', /webPi.*4 d ago/);
		await sample.photograph('import-sessions', async () => {
			await sample.page.keyboard.press('Escape');
			await listed();
		});
	});

	it('are searched by assistant and project', async () => {
		const input = sample.page.locator('.quick-input-widget input.input');
		await input.fill('shop');
		await rows().filter({ hasText: 'export slow' }).waitFor({ state: 'detached' });
		assert.equal(await rows().count(), 2);
		await input.fill('OpenAI');
		await rows().filter({ hasText: 'Sort' }).waitFor({ state: 'detached' });
		assert.equal(await rows().count(), 1);
		await sample.page.keyboard.press('Escape');
	});

	it('are opened when they are chosen, and stay as they are', async () => {
		const before = await Promise.all(written.map(stateOf));
		await listed();
		await rows().filter({ hasText: 'Sort the invoices' }).click();
		const frame = await sample.panel('main.panel h1');
		await frame.locator('h1', { hasText: 'Sort the invoices' }).waitFor();
		assert.deepEqual(await Promise.all(written.map(stateOf)), before);
	});
});

async function stateOf(file: string): Promise<readonly [content: string, time: number]> {
	return [await readFile(file, 'utf8'), (await stat(file)).mtimeMs];
}

/** A session of Claude Code. */
function session(words: string, cwd: string): string {
	const common = { sessionId: words, cwd, isSidechain: false, timestamp: '2026-05-01T10:00:00Z' };
	const reply = {
		id: 'm1',
		role: 'assistant',
		content: [{ type: 'text', text: 'I look into it.' }],
	};
	return [
		{
			type: 'user',
			uuid: 'u1',
			parentUuid: null,
			...common,
			message: { role: 'user', content: words },
		},
		{ type: 'assistant', uuid: 'a1', parentUuid: 'u1', ...common, message: reply },
	]
		.map((line) => `${JSON.stringify(line)}\n`)
		.join('');
}
