import { errors, type Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** Chooses from the context menu that is open. One that has just come up takes no click for a moment. */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
	const entry = page.getByRole('menuitem', { name }).first();
	await entry.waitFor();
	await until(async () => {
		try {
			await entry.click({ timeout: 2_000 });
			await entry.waitFor({ state: 'hidden', timeout: 1_000 });
			return true;
		} catch (error) {
			if (error instanceof errors.TimeoutError) {
				return entry.isHidden();
			}
			throw error;
		}
	});
}
