import assert from 'node:assert/strict';
import path from 'node:path';
import { answer, hang } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { changeColorTheme } from '../vscode/colorTheme.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** `@precis` as a person has it in the Chat view. */

describe('@precis in the chat of a real VS Code', function () {
	this.timeout(120_000);
	// Each step goes on where the one before has left the chat.
	this.bail(true);
	const sample = new SampleWorkbench({
		installed: [path.join(repositoryRoot, 'test', 'workbench', 'chatVendor')],
		settings: {
			'precis.mirroredModels.enabled': false,
			'precis.tasks.compaction.model': 'acme/small',
			'precis.chat.tools': ['precis-test_add', 'precis_recall_messages'],
		},
	});

	const chat = () => sample.page.locator('.interactive-session');

	/** Types into the chat's input and sends it. */
	async function send(text: string): Promise<void> {
		const input = chat().locator('.interactive-input-part .monaco-editor').first();
		await input.click();
		await sample.page.keyboard.press('ControlOrMeta+A');
		await sample.page.keyboard.insertText(`@precis ${text} `);
		await sample.page.keyboard.press('Escape');
		await sample.page.keyboard.press('Enter');
	}

	/** The answer that says this, which no other does. */
	async function answered(text: string): Promise<string> {
		const response = chat().locator('.interactive-response', { hasText: text }).last();
		await response.waitFor();
		return response.innerText();
	}

	/** Until so many turns have told that they wait for a compaction. */
	async function compacting(turns: number): Promise<void> {
		await chat()
			.getByText('Compacting the conversation…')
			.nth(turns - 1)
			.waitFor();
	}

	async function stop(): Promise<void> {
		await chat()
			.locator(
				'.chat-execute-toolbar .codicon-stop-circle, .chat-execute-toolbar [aria-label^="Cancel"]',
			)
			.first()
			.click();
	}

	async function photograph(name: string): Promise<void> {
		for (const [theme, label] of [
			['Light Modern', 'light'],
			['Dark Modern', 'dark'],
		] as const) {
			await changeColorTheme(sample.page, theme);
			await sample.picture(`chat-${name}-${label}`);
		}
	}

	it('answers with what a tool gave', async () => {
		await runCommand(sample.page, 'Chat: Open Chat');
		await chat().getByText('Test Model').waitFor();
		await send('add 2 and 3');
		assert.match(await answered('It is'), /It is 5\./);
		await photograph('answered');
	});

	it('tells how the conversation stands', async () => {
		await send('/status');
		const text = await answered('Handle');
		assert.match(text, /Context: [\d,]+ of 12,000 tokens/);
		await photograph('status');
	});

	it('lets a compaction go on when it is stopped, and answers with its summary in place', async () => {
		for (const point of ['point 1', 'point 2', 'point 3', 'point 4', 'point 5', 'point 6']) {
			await send(point);
			await answered(`Noted: ${point}`);
		}
		sample.provider.next(hang('mid-reply', answer(summaryReply(0, 'the whole story'))));
		await send('/compact the story');
		await compacting(1);
		await sample.provider.hanging();
		await photograph('compacting');
		await stop();

		await send('while it compacts');
		await compacting(2);
		await stop();

		await send('what do you know by now?');
		await compacting(3);
		sample.provider.release();
		assert.match(await answered('by now? Handoff: true'), /while it compacts/);
		await answered('Show Summary');
		await photograph('after-stop');
	});

	it('shows a handoff, and opens the panel at a button', async () => {
		await send('/handoff');
		await answered('Handoff from an earlier');
		await photograph('handoff');
		await send('/undo');
		await answered('The last compaction is undone');
		sample.provider.next(answer(summaryReply(0, 'the end')));
		await send('/compact');
		const text = await answered('Compacted:');
		assert.match(text, /acme\/small wrote the summary/);
		await photograph('compacted');
		await chat().getByText('Show Summary').last().click();
		const frame = await sample.panel('main.panel .receipt');
		await frame.getByText('About the end').first().waitFor();
		await photograph('panel');
		await runCommand(sample.page, 'Chat: Open Chat');
	});

	it('knows the conversation after a reload', async () => {
		await sample.page.reload();
		await sample.page
			.locator('.monaco-workbench[class*="vscode-theme-"]')
			.waitFor({ timeout: 60_000 });
		await runCommand(sample.page, 'Chat: Open Chat');
		await chat().getByText('Test Model').waitFor();
		await photograph('reloaded');
		await send('/status');
		assert.match(await answered('Compactions: 2'), /of 12,000 tokens/);
		await send('what do you know after the reload?');
		assert.match(await answered('the reload? Handoff: true'), /point 6/);
	});

	it('forgets what was said after a checkpoint that is restored', async () => {
		await send('point 7, short');
		await answered('Noted: point 7, short');
		await send('point 8, short');
		await answered('Noted: point 8, short');
		const request = chat().locator('.interactive-request', { hasText: 'point 7' }).last();
		await request.getByText('Restore Checkpoint').click({ force: true });
		await request.waitFor({ state: 'detached' });
		await send('what do you know after the checkpoint?');
		const text = await answered('the checkpoint? Handoff: true');
		assert.match(text, /point 6/);
		assert.doesNotMatch(text, /point [78]/);
		await photograph('restored');
	});
});
