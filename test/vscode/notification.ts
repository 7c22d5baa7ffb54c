import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { runCommand } from './commandPalette.ts';

/**
 * The notification that says this, as soon as it is there. VS Code shows no toasts while it is driven, only
 * its list, and that not while it is empty.
 */
export async function notification(page: Page, text: string | RegExp): Promise<Locator> {
	const item = page.locator('.notification-list-item', { hasText: text }).first();
	await until(async () => {
		await runCommand(page, 'Notifications: Show Notifications');
		return item.waitFor({ timeout: 2_000 }).then(
			() => true,
			() => false,
		);
	});
	return item;
}
