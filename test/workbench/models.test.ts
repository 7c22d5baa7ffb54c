import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { answer, hang, reset, slowDrip } from '../support/fakeProvider/behaviours.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakeProvider/fakeProvider.ts';
import { keyRefused } from '../support/fakeProvider/failures.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { changeColorTheme } from '../vscode/colorTheme.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { repositoryRoot } from '../vscode/paths.ts';
import { webviewFrame } from '../vscode/webviewFrame.ts';
import { openWorkbench, type Workbench } from '../vscode/workbench.ts';

/** A summary by a model, as a person sees it: a key, a choice, a failure, another try. */

const screenshots = path.join(repositoryRoot, 'out', 'screenshots');
const sample = path.join(repositoryRoot, 'media', 'sample');
const key = 'zq81-local-key-zq81';

describe('A model that writes the summary, in a real VS Code', function () {
	this.timeout(60_000);
	let provider: FakeProvider;
	let workbench: Workbench;
	let page: Page;

	before(async function () {
		// The first run fetches VS Code and a browser.
		this.timeout(600_000);
		await mkdir(screenshots, { recursive: true });
		provider = await startFakeProvider();
		workbench = await openWorkbench({
			extension: repositoryRoot,
			folder: sample,
			viewport: { width: 1280, height: 900 },
			env: { PRECIS_OPEN_SAMPLE: '1' },
			settings: {
				'precis.models.providers': [
					{
						name: 'acme',
						baseUrl: provider.baseUrl,
						models: [{ id: 'small', window: 128_000, inputPrice: 1, outputPrice: 4 }],
					},
				],
			},
		});
		page = workbench.page;
		await panel('main.panel');
		await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
	});
	after(async () => {
		await workbench.dispose();
		await provider.dispose();
	});

	afterEach(async function () {
		if (this.currentTest?.state === 'failed') {
			await page.screenshot({ path: path.join(screenshots, 'failed.png') });
		}
	});

	function panel(selector: string): Promise<Frame> {
		return webviewFrame(page, selector, 60_000);
	}

	async function photograph(name: string): Promise<void> {
		for (const [theme, label] of [
			['Light Modern', 'light'],
			['Dark Modern', 'dark'],
		] as const) {
			await changeColorTheme(page, theme);
			await page.screenshot({ path: path.join(screenshots, `${name}-${label}.png`) });
		}
	}

	/** Until a notification says this. VS Code shows no toasts while it is driven, only its list. */
	async function notified(text: RegExp): Promise<string> {
		await runCommand(page, 'Notifications: Show Notifications');
		const item = page.locator('.notification-list-item', { hasText: text }).first();
		await item.waitFor();
		const words = await item.innerText();
		await page.keyboard.press('Escape');
		return words;
	}

	/** Answers the question VS Code asks now. */
	async function type(text: string): Promise<void> {
		const input = page.locator('.quick-input-widget input.input');
		await input.waitFor({ state: 'visible' });
		await input.fill(text);
		await page.keyboard.press('Enter');
	}

	it('takes a key, and offers the provider’s models with their windows', async () => {
		await runCommand(page, 'Precis: Set API Key…');
		await type('acme');
		await page.locator('.quick-input-widget input[type="password"]').waitFor();
		await type(key);
		const box = page.locator('.quick-input-widget input[type="password"]');
		// VS Code takes no answer before it has validated it.
		while (await box.isVisible()) {
			await page.keyboard.press('Enter');
			await page.waitForTimeout(50);
		}
		await notified(/The key of acme is stored/);
		await runCommand(page, 'Precis: Choose Summary Model…');
		const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'small' }).first();
		await row.waitFor();
		assert.match(await row.innerText(), /128/);
		await page.screenshot({ path: path.join(screenshots, 'choose-model.png') });
		await row.click();
		const frame = await panel('main.panel');
		await frame.getByText('acme/small writes the summary').waitFor();
	});

	it('shows the sections as they arrive, and who wrote them', async () => {
		provider.next(slowDrip(summaryReply(3_000), 150));
		await runCommand(page, 'Precis: Compact Conversation');
		const frame = await panel('main.panel .sections');
		await frame.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await photograph('writing');
		await frame.locator('.receipt').getByText('acme/small').first().waitFor();
		await frame.getByText('About the parser').first().waitFor();
		assert.equal(provider.requests.at(-1)?.headers['authorization'], `Bearer ${key}`);
		await photograph('written');
	});

	it('tells of a key that is refused, and writes with the model when asked again', async () => {
		const frame = await panel('main.panel .receipt');
		provider.always(keyRefused);
		await frame.getByRole('textbox').fill('calendar');
		await page.keyboard.press('Enter');
		await frame.getByText('No model could write this summary').waitFor();
		assert.doesNotMatch(await notified(/acme\/small/), /zq81/);
		await photograph('refused');
		provider.always(answer(summaryReply(0, 'the calendar')));
		await frame.getByRole('button', { name: 'Retry with Model' }).click();
		await frame.getByText('About the calendar').first().waitFor();
		assert.equal(await frame.getByText('No model could write this summary').count(), 0);
	});

	it('has the summary of the model although the network is pulled meanwhile', async () => {
		const frame = await panel('main.panel .receipt');
		provider.next(reset('mid-reply'), answer(summaryReply(0, 'the network')));
		await frame.getByRole('textbox').fill('store');
		await page.keyboard.press('Enter');
		await frame.getByText('About the network').first().waitFor();
		await frame.locator('.receipt > summary').click();
		assert.match(
			await frame.locator('.receipt dl').innerText(),
			/Tried\s+acme\/small: acme\/small/,
		);
	});

	it('keeps what there was when the compaction is cancelled', async () => {
		const frame = await panel('main.panel .receipt');
		const before = await frame.locator('.receipt-line').innerText();
		provider.always(hang('mid-reply'));
		await frame.getByRole('textbox').fill('bookings');
		await page.keyboard.press('Enter');
		await frame.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await frame.getByRole('button', { name: 'Cancel' }).click();
		await frame.getByRole('textbox').waitFor();
		assert.equal(await frame.locator('.receipt-line').innerText(), before);
		await provider.left(1);
	});
});
