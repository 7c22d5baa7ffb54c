import { errors, type Page } from 'playwright-core';
import { until } from '../support/until.ts';

const timeoutMs = 120_000;

/** How long a page may take a click before it counts as lost. */
const takenMs = 5_000;

/**
 * Runs a command as a person does: F1, its title, a click.
 * @param title The whole title with its category, for example `Precis: Compact Conversation`.
 * @throws When the palette does not come to offer it.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
	const palette = page.locator('.quick-input-widget');
	// Similar commands may come first, so the row is chosen by its exact title.
	const row = palette
		.locator('.monaco-list-row')
		.filter({ has: page.locator('.label-name').getByText(title, { exact: true }) })
		.first();
	const end = Date.now() + timeoutMs;
	for (;;) {
		try {
			await page.keyboard.press('F1');
			await palette.waitFor({ state: 'visible', timeout: 5_000 });
			// A workbench can close the palette again when it moves the focus, before the click too.
			await palette.locator('input.input').fill(`>${title}`, { timeout: 5_000 });
			await row.waitFor({ state: 'visible', timeout: 3_000 });
			await row.click({ timeout: takenMs });
			// What comes next may be a question in the same widget: an answer is not to be typed in here. A list
			// that is drawn anew under the click takes none; one that is taken closes the palette.
			while (!(await palettesEnd(page))) {
				await row.click({ timeout: takenMs });
			}
			return;
		} catch (error) {
			if (!(error instanceof errors.TimeoutError)) {
				throw error;
			}
			if (Date.now() > end) {
				throw new Error(`The command palette does not offer "${title}".`, { cause: error });
			}
		}
		// The palette lists the commands of the moment it was opened; an extension's come a little after
		// the workbench has appeared.
		await page.keyboard.press('Escape');
		await palette.waitFor({ state: 'hidden' });
	}
}

/** Runs a command that asks which way is meant, and chooses one of them. */
export async function runAndChoose(
	page: Page,
	title: string,
	...ways: readonly string[]
): Promise<void> {
	const rows = page.locator('.quick-input-widget .monaco-list-row');
	const isTaken = async (): Promise<boolean> => {
		await runCommand(page, title);
		for (const way of ways) {
			await rows
				.filter({ hasText: way })
				.first()
				.click({ timeout: 4 * takenMs });
		}
		return true;
	};
	// A workbench can close a list when it moves the focus: then it is asked for again.
	await until(() => isTaken().catch(isLate));
}

/** False, of an error that says that something has not come. @throws Any other error. */
function isLate(error: unknown): false {
	if (error instanceof errors.TimeoutError) {
		return false;
	}
	throw error;
}

/** Until the palette is gone, or asks something else; false where it stays as it is. */
function palettesEnd(page: Page): Promise<boolean> {
	const gone = `(() => {
		const input = document.querySelector('.quick-input-widget input.input');
		return input?.offsetParent == null || !input.value.startsWith('>');
	})()`;
	return page.waitForFunction(gone, undefined, { timeout: takenMs }).then(() => true, isLate);
}
