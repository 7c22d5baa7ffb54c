import assert from 'node:assert/strict';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import { runAndChoose } from '../vscode/commandPalette.ts';
import { notification } from '../vscode/notification.ts';
import { gitEnvironment, repositories, SampleWorkbench } from './sampleWorkbench.ts';

/** Two people with a clone each, on two machines: one hands a conversation over, the other goes on with it. */
describe('Handing over through the repository, in a real VS Code', function () {
	/** What the remote holds. */
	const pushed = (): readonly string[] =>
		repositories
			.git(repositories.bare, 'for-each-ref', '--format=%(refname)')
			.split('\n')
			.filter((line) => line !== '');

	/** A file that was pushed. */
	const content = (file: string): string =>
		repositories.git(repositories.bare, 'show', `${pushed()[0]}:${file}`);

	/** Chooses a row of a list; the list that comes next is another one. */
	async function choose({ page }: SampleWorkbench, row: string | RegExp): Promise<void> {
		await rowOf(page, row).click();
	}

	const rowOf = (page: SampleWorkbench['page'], row: string | RegExp): Locator =>
		page.locator('.quick-input-list .monaco-list-row', { hasText: row }).first();

	async function answer(
		{ page }: SampleWorkbench,
		question: RegExp,
		button: string,
	): Promise<void> {
		const item = await notification(page, question);
		await item.locator('.monaco-button', { hasText: button }).click();
	}

	describe('whoever hands over', () => {
		const ada = new SampleWorkbench();
		const tabs = (): Locator => ada.page.locator('.tab', { hasText: 'handoff.md' });

		/** Until the question is asked whether what is shown should be pushed. */
		async function askToPush(): Promise<void> {
			await runAndChoose(ada.page, 'Precis: Hand Over…', 'Through the Repository…', 'origin');
			// Editors that open close the palette.
			await ada.page.locator('.tab.active', { hasText: 'handoff.md' }).waitFor();
			await ada.page.locator('.monaco-editor.focused').waitFor();
			await notification(ada.page, /Push this handoff to origin/);
		}

		before(async () => {
			await ada.page.setViewportSize({ width: 1024, height: 700 });
			const frame = await ada.panel('main.panel');
			await frame.getByRole('button', { name: 'Compact', exact: true }).click();
			await frame.locator('.receipt').waitFor();
		});

		it('is shown everything, and pushes nothing without consent', async () => {
			await askToPush();
			assert.equal(await tabs().count(), 1);
			await ada.page
				.locator('.monaco-editor .view-line', { hasText: 'Handoff from an earlier' })
				.first()
				.waitFor();
			await ada.photograph('repository-question', () =>
				notification(ada.page, /Push this handoff to origin/),
			);
			const item = await notification(ada.page, /Push this handoff to origin/);
			await item.hover();
			await item.locator('.codicon-notifications-clear').click();
			await until(async () => (await tabs().count()) === 0);
			assert.deepEqual(pushed(), []);
		});

		it('is told why a push was refused', async () => {
			const hook = path.join(repositories.bare, 'hooks', 'pre-receive');
			writeFileSync(hook, '#!/bin/sh\necho "Only branches are taken here." >&2\nexit 1\n');
			chmodSync(hook, 0o755);
			await askToPush();
			await answer(ada, /Push this handoff to origin/, 'Push');
			await ada.photograph('repository-refused', () =>
				notification(ada.page, /Only branches are taken/),
			);
			await until(async () => (await tabs().count()) === 0);
			await ada.notified(/refused[^]*Only branches are taken here/);
			assert.deepEqual(pushed(), []);
			rmSync(hook);
		});

		it('pushes what was shown, and is told how to open it', async () => {
			await askToPush();
			await answer(ada, /Push this handoff to origin/, 'Push');
			await ada.photograph('repository-pushed', () => notification(ada.page, /Pushed to origin/));
			assert.match(await ada.notified(/Pushed to origin/), /Handoff from the Repository…/);
			assert.equal(pushed().length, 1);
			assert.match(pushed()[0] ?? '', /^refs\/precis\/handoffs\//);
			assert.match(content('handoff.md'), /^\[Handoff from an earlier context window/);
			assert.equal(await tabs().count(), 0);
		});
	});

	describe('whoever goes on', () => {
		const ben = new SampleWorkbench({
			folder: path.join(repositories.folder, 'ben'),
			env: gitEnvironment,
		});
		before(() => ben.page.setViewportSize({ width: 1024, height: 700 }));

		it('fetches, and is shown what was shared', async () => {
			await runAndChoose(ben.page, 'Precis: Open…', 'Handoff from the Repository…');
			await choose(ben, 'Fetch from origin');
			await rowOf(ben.page, /ada/).waitFor();
			await ben.picture('repository-list');
			await ben.page.keyboard.press('Escape');
		});

		it('opens it as the conversation it is', async () => {
			await runAndChoose(ben.page, 'Precis: Open…', 'Handoff from the Repository…');
			await choose(ben, /ada/);
			const handoff = '.session .row:has-text("Handoff from an earlier")';
			await ben.panel(handoff);
			await ben.photograph('repository-opened', () => ben.panel(handoff));
		});
	});
});
