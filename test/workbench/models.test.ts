import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answer, slowDrip } from '../support/fakeProvider/behaviours.ts';
import { keyRefused } from '../support/fakeProvider/failures.ts';
import { summaryReply } from '../support/fakeProvider/summaryReply.ts';
import { until } from '../support/until.ts';
import { runCommand } from '../vscode/commandPalette.ts';
import { SampleWorkbench } from './sampleWorkbench.ts';

/** A summary by a model, as a person sees it: a key, a choice, a failure, another try. */

const key = 'zq81-local-key-zq81';

describe('A model that writes the summary, in a real VS Code', function () {
	const sample = new SampleWorkbench();

	/** Answers the question VS Code asks now. */
	async function type(text: string): Promise<void> {
		const input = sample.page.locator('.quick-input-widget input.input');
		await input.waitFor({ state: 'visible' });
		await input.fill(text);
		await sample.page.keyboard.press('Enter');
	}

	it('takes a key, and offers the provider’s models with their windows', async () => {
		await runCommand(sample.page, 'Precis: Set API Key…');
		await type('acme');
		await sample.page.locator('.quick-input-widget input[type="password"]').waitFor();
		await type(key);
		const box = sample.page.locator('.quick-input-widget input[type="password"]');
		// VS Code takes no answer before it has validated it.
		while (await box.isVisible()) {
			await sample.page.keyboard.press('Enter');
			await sample.page.waitForTimeout(50);
		}
		await sample.notified(/The key of acme is stored/);
		await runCommand(sample.page, 'Precis: Choose Summary Model…');
		const row = sample.page
			.locator('.quick-input-list .monaco-list-row', { hasText: '128,000 tokens' })
			.first();
		await row.waitFor();
		assert.match(await row.innerText(), /^acme\/small/);
		await sample.picture('choose-model');
		await row.click();
		const settings = path.join(sample.workbench.server.dataDirectory, 'data/User/settings.json');
		await until(async () =>
			/"precis\.tasks\.compaction\.model": "acme\/small"/.test(await readFile(settings, 'utf8')),
		);
	});

	it('shows the sections as they arrive, and who wrote them', async () => {
		sample.provider.next(slowDrip(summaryReply(3_000), 150));
		await runCommand(sample.page, 'Precis: Compact Conversation');
		const frame = await sample.panel('main.panel .sections');
		await frame.locator('.progress-phase', { hasText: 'acme/small is writing' }).waitFor();
		await sample.photograph('writing');
		await frame.locator('.sections-note').getByText('acme/small').waitFor();
		await frame.getByText('About the parser').first().waitFor();
		assert.equal(sample.provider.requests.at(-1)?.headers['authorization'], `Bearer ${key}`);
		await sample.photograph('written');
	});

	it('tells of a key that is refused, and writes with the model when asked again', async () => {
		const frame = await sample.panel('main.panel .receipt');
		sample.provider.always(keyRefused);
		await frame.getByRole('combobox').fill('calendar');
		await sample.page.keyboard.press('Enter');
		await frame.getByText('No model could write this summary').waitFor();
		assert.doesNotMatch(await sample.notified(/acme\/small/), /zq81/);
		await sample.photograph('refused');
		sample.provider.always(answer(summaryReply(0, 'the calendar')));
		await frame.getByRole('button', { name: 'Retry with Model' }).click();
		await frame.getByText('About the calendar').first().waitFor();
		assert.equal(await frame.getByText('No model could write this summary').count(), 0);
	});
});
