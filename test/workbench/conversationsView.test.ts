import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { answer, hang } from '../support/fakeProvider/behaviours.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { entry, recordOver } from '../unit/conversations/store/samples.ts';
import type { ColorTheme } from '../vscode/colorTheme.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { photograph } from '../vscode/pictures.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** The Conversations view as a person has it: rows, what is done with them, keys, other windows. */

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

const importer =
	'Why does the importer drop rows with an empty first column when the file has a byte order mark?';

/** Steps of the walkthrough, by the names of their pictures. */
const walkthrough = ['sample', 'compact', 'model', 'assistant'] as const;

const themes: readonly (readonly [theme: ColorTheme, label: string])[] = [
	['Light Modern', 'light'],
	['Default High Contrast', 'contrast'],
	['Default High Contrast Light', 'contrast-light'],
	['Dark Modern', 'dark'],
];

describe('The Conversations view in a real VS Code', function () {
	const sample = new SampleWorkbench();

	const tree = (): Locator => sample.page.locator('.customview-tree .monaco-list').first();
	const row = (text: string | RegExp): Locator =>
		tree().locator('.monaco-list-row', { hasText: text }).first();
	const question = (): Locator => sample.page.locator('.monaco-dialog-box');

	/** Keeps a conversation of another time, in the workspace of the sample. */
	function keep(
		title: string,
		source: string,
		ageMs: number,
		{ tokens = 48_000, workspace = sampleWorkspace() } = {},
	): string {
		return sample.stored((store) => {
			const { id } = store.create({ title, source, workspace });
			store.append(id, [{ ...entry(title), tokens }]);
			return id;
		}, ageMs);
	}

	/** As VS Code names it. */
	function sampleWorkspace(): string {
		const workspace = sample.stored((store) =>
			store.list().find(({ source }) => source === 'Claude Code'),
		)?.workspace;
		assert.ok(workspace !== undefined);
		return workspace;
	}

	/** Which record of a conversation holds now. */
	const activeRecord = (id: string): number | undefined =>
		sample.stored((store) => store.find(id)?.active);

	const picture = (name: string): Promise<void> => sample.picture(`conversations-${name}`);
	const inAllThemes = (name: string): Promise<void> =>
		photograph(sample.page, `conversations-${name}`, () => Promise.resolve(), themes);

	it('shows what was opened, marked, and follows a compaction', async () => {
		const opened = row('Fix double bookings');
		await opened.waitFor();
		assert.match(await opened.innerText(), /62\.8K \/ 68\.3K · Claude Code/);
		await opened.locator('[class*="itemBadge"]').waitFor();
		await picture('opened');
		sample.provider.next(hang('mid-reply', answer(summaryReply(2_500, 'the session tokens'))));
		await runCommand(sample.page, 'Precis: Compact Conversation');
		await opened.locator('.codicon-sync.codicon-modifier-spin').waitFor();
		const item = sample.page.locator('#precis\\.precis\\.precis\\.context');
		await item.getByText('compacting…').waitFor();
		const panel = await sample.panel('main.panel .progress');
		await panel.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await picture('compacting');
		await sample.provider.hanging();
		sample.provider.release();
		await opened.locator('.codicon-sync').waitFor({ state: 'detached' });
		await item.getByText(/Compacted \d\d(?:\.\d)?K → ≈ \d/).waitFor();
		await opened.locator('.monaco-tl-twistie.collapsible').click();
		await row(/\d\d,\d{3} → ≈ /)
			.locator('.codicon-check')
			.waitFor();
	});

	it('shows what another window has kept: here first, then elsewhere', async () => {
		keep('Fix the flaky calendar test', 'VS Code chat', 3 * hourMs);
		const long = keep(importer, 'Precis model', 2 * dayMs, { tokens: 1_310_000 });
		keep('Review of the storage layer', 'Extension', 9 * dayMs);
		keep('Deploy scripts', 'Claude Code', 60 * dayMs, {
			workspace: 'file:///home/someone/other%20project',
		});
		sample.stored((store) => {
			let parent: number | undefined;
			for (const [focus, before, after] of [
				[undefined, 136_264, 22_523],
				['auth', 98_120, 19_004],
			] as const) {
				const record = { ...recordOver(1, focus), tokens: { before, after, summary: 3_000 } };
				parent = store.commit(long, record, parent, parent)?.id;
				assert.ok(parent);
			}
		}, dayMs);
		await sample.heightenList(420);
		await runCommand(sample.page, 'Precis: Refresh Conversations');
		await row('Review of the storage layer').waitFor();
		await row('1 · ').waitFor();
		for (const width of [240, 620]) {
			await sample.widen(width);
			await picture(String(width));
		}
		assert.match(
			await row('Fix the flaky').innerText(),
			/≈ 48K \/ ≈ 200K · VS Code chat · 3 h ago/,
		);
		// A click that comes while the list is drawn anew is lost.
		await until(async () => {
			await row('Other workspaces').locator('.monaco-tl-twistie').click();
			return row('Deploy scripts')
				.waitFor({ timeout: 5_000 })
				.then(
					() => true,
					() => false,
				);
		});
		assert.match(await row('Deploy scripts').innerText(), /other project · ≈ 48K.* · Claude Code/);
		await sample.widen(300);
	});

	it('shows the records of a row, and what can be done with each', async () => {
		await row(importer).locator('.monaco-tl-twistie').click();
		await row('2 · ≈ 98,120 → ≈ 19,004').locator('.codicon-check').waitFor();
		await inAllThemes('records');
		await row(importer).click({ button: 'right' });
		await sample.page.getByRole('menuitem', { name: 'Hand Over…' }).waitFor();
		await picture('menu');
		await sample.page.keyboard.press('Escape');
		await row('1 · ≈ 136,264').click({ button: 'right' });
		await sample.page.getByRole('menuitem', { name: 'Compare with Previous' }).waitFor();
		await picture('menu-record');
		await sample.page.keyboard.press('Escape');
	});

	it('goes back to a record of a conversation that is not shown', async () => {
		const [{ id } = { id: '' }] = sample.stored((store) =>
			store.list().filter(({ title }) => title === importer),
		);
		const before = activeRecord(id);
		const older = row('1 · ≈ 136,264');
		await older.hover();
		await older.getByRole('button', { name: 'Restore Compaction' }).click();
		await older.locator('.codicon-check').waitFor();
		assert.notEqual(activeRecord(id), before);
		const panel = await sample.panel('main.panel .receipt');
		await panel.getByText('Fix double bookings').first().waitFor();
		await row('Fix double').locator('[class*="itemBadge"]').waitFor();
	});

	it('is used by keys alone: open, rename, delete', async () => {
		await row('Fix double bookings').click();
		const newest = tree().locator('.monaco-list-row.focused', { hasText: 'Fix the flaky' });
		await sample.press(newest, 'Home');
		await sample.page.keyboard.press('Enter');
		const panel = await sample.panel('main.panel');
		await panel.getByText('Fix the flaky calendar test').first().waitFor();
		const input = sample.page.locator('.quick-input-widget input.input');
		await sample.press(input, 'F2');
		assert.equal(await input.inputValue(), 'Fix the flaky calendar test');
		await input.fill('A calmer calendar');
		await sample.page.keyboard.press('Enter');
		await row('A calmer calendar').waitFor();
		await tree().focus();
		await sample.press(question().getByText('Delete "A calmer calendar"?'), 'Delete');
		await question().getByRole('button', { name: 'Delete', exact: true }).click();
		await row('A calmer calendar').waitFor({ state: 'detached' });
		assert.ok(
			!sample.stored((store) => store.list()).some(({ title }) => title === 'A calmer calendar'),
		);
		await row(importer).waitFor();
		await row('1 · ≈ 136,264').waitFor();
	});

	it('is introduced by a walkthrough', async () => {
		const page = sample.page.locator('.gettingStartedContainer');
		await runCommand(sample.page, 'Welcome: Open Walkthrough...');
		const picker = sample.page.locator('.quick-input-widget');
		await picker.locator('input.input').fill('Get Started with Precis');
		await picker.locator('.monaco-list-row', { hasText: 'Get Started with Precis' }).click();
		await page
			.locator('.getting-started-step')
			.nth(walkthrough.length - 1)
			.waitFor();
		for (const [step, name] of walkthrough.entries()) {
			// VS Code declares the title of a step that is not open disabled, and takes a click on it.
			const one = page.locator('.getting-started-step').nth(step);
			await one.locator('.step-title').click({ force: true });
			await one.and(page.locator('.expanded')).waitFor();
			await webviewFrame(sample.page, `svg#${name}`);
			await picture(`walkthrough-${name}`);
		}
		await page
			.locator('.getting-started-step.expanded')
			.getByText('In a chat with the session target Local')
			.waitFor();
		// A page that is open takes the focus from the next list, which closes then.
		await sample.page
			.getByRole('tab', { selected: true })
			.getByRole('button', { name: /^Close/ })
			.click();
		await page.waitFor({ state: 'detached' });
	});

	it('says what to do where there is none', async () => {
		await runCommand(sample.page, 'Precis: Delete All Data…');
		await question().getByRole('button', { name: 'Delete All Data' }).click();
		const welcome = sample.page.locator('.welcome-view-content').first();
		await welcome.getByText('find sessions').waitFor();
		await inAllThemes('none');
		const [last, view] = await Promise.all([
			welcome.getByText('session target Local').boundingBox(),
			sample.page.locator('.pane', { has: welcome }).boundingBox(),
		]);
		assert.ok(last !== null && view !== null);
		assert.ok(last.y + last.height <= view.y + view.height, 'nothing of it is cut off');
		await welcome.getByText('try the sample').click();
		await row('Fix double bookings').waitFor();
	});
});
