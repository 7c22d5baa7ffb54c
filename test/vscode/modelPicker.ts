import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** What the name of a model of Precis says. */
const mirrored = '· Precis';

/** Chooses the model of this name, which the picker of the chat shows. */
export async function chooseModel(page: Page, model: string): Promise<void> {
	const picker = page.locator('.interactive-session > .interactive-input-part .model-picker-name');
	// The entry of the mirrored model begins with the name of the model behind it.
	const other = model.includes(mirrored) ? '' : `:not([aria-label*="${mirrored}"])`;
	const row = page.locator(`.action-widget [aria-label^="${model}"]${other}`).first();
	// The picker shows what was known when it was opened, and the models come one after the other.
	await until(async () => {
		await picker.click();
		await page.keyboard.insertText(model);
		// Models that come meanwhile draw the list anew, under the pointer.
		const isChosen = await row.click({ timeout: 2_000 }).then(
			() => true,
			() => false,
		);
		if (!isChosen) {
			await page.keyboard.press('Escape');
		}
		return isChosen;
	});
	await picker.filter({ hasText: model }).waitFor();
}
