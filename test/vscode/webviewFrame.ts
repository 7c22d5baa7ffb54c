import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';

/**
 * Finds the document of a webview. VS Code puts it into two nested frames under
 * `…/webview/browser/pre/`; the inner one holds what the extension rendered.
 * @param selector Something only this webview contains; waits until it is there.
 */
export async function webviewFrame(
	page: Page,
	selector: string,
	timeoutMs = 120_000,
): Promise<Frame> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		for (const frame of page.frames()) {
			const parent = frame.parentFrame();
			const isWebview = parent !== null && parent.url().includes('/webview/browser/pre/');
			// A frame may go away between the two lines: then it is not the one.
			if (
				isWebview &&
				(await frame
					.locator(selector)
					.count()
					.catch(() => 0)) > 0
			) {
				return frame;
			}
		}
		if (Date.now() > end) {
			throw new Error(`No webview showed \`${selector}\` within ${timeoutMs} ms.`);
		}
		await delay(100);
	}
}
