import { errors, type Locator, type Page } from 'playwright-core';

/** VS Code's own dialog for files, which is a quick input. */
const dialog = (page: Page): Locator => page.locator('.quick-input-widget');

/** The path that the dialog offers, as soon as it is whole. @param ending What it ends with. */
export async function offeredPath(page: Page, ending: string): Promise<string> {
	await page.waitForFunction(
		`document.querySelector('.quick-input-widget input.input')?.value.endsWith(${JSON.stringify(ending)})`,
	);
	return dialog(page).locator('input.input').inputValue();
}

/** Gives the dialog a path. @param answered What shows that it has taken it; absent: it is gone. */
export async function answerPath(page: Page, file: string, answered?: Locator): Promise<void> {
	const input = dialog(page).locator('input.input');
	const taken = (): Promise<void> =>
		answered === undefined
			? dialog(page).waitFor({ state: 'hidden', timeout: 2_000 })
			: answered.waitFor({ state: 'visible', timeout: 2_000 });
	// While the dialog reads a folder it takes no answer, and can put its own back.
	for (let attempt = 0; attempt < 15; attempt++) {
		try {
			await input.fill(file, { timeout: 500 });
			await input.press('Enter', { timeout: 500 });
		} catch (error) {
			timedOut(error);
		}
		try {
			return await taken();
		} catch (error) {
			timedOut(error);
		}
	}
	throw new Error(`The dialog does not take "${file}".`);
}

function timedOut(error: unknown): void {
	if (!(error instanceof errors.TimeoutError)) {
		throw error;
	}
}
