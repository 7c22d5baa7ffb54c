/** Takes the README's pictures: Precis beside the bundled sample, compacted, in a real VS Code. Run by hand. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { changeColorTheme } from './colorTheme.ts';
import { runCommand } from './commandPalette.ts';
import { repositoryRoot } from './paths.ts';
import { webviewFrame } from './webviewFrame.ts';
import { openWorkbench } from './workbench.ts';

const images = path.join(repositoryRoot, 'docs', 'images');
const sample = path.join(repositoryRoot, 'media', 'sample');

await mkdir(images, { recursive: true });
const workbench = await openWorkbench({
	extension: repositoryRoot,
	folder: sample,
	file: path.join(sample, 'sample-session.jsonl'),
	viewport: { width: 1280, height: 1000 },
	env: { PRECIS_OPEN_SAMPLE: '1' },
});
try {
	const { page } = workbench;
	const opened = await webviewFrame(page, 'main.panel', 60_000);
	await opened.getByRole('button', { name: 'Compact' }).click();
	await webviewFrame(page, 'main.panel .receipt', 60_000);
	if (await page.locator('.part.sidebar').isVisible()) {
		await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
	}
	const bar = await page.locator('.part.auxiliarybar').boundingBox();
	if (bar === null) {
		throw new Error('The side bar of the Summary view is not visible.');
	}
	await page.mouse.move(bar.x - 1, 400);
	await page.mouse.down();
	await page.mouse.move(bar.x + bar.width - 640, 400, { steps: 8 });
	await page.mouse.up();
	for (const [theme, name] of [
		['Light Modern', 'summary-light.png'],
		['Dark Modern', 'summary-dark.png'],
	] as const) {
		await changeColorTheme(page, theme);
		// A click into the editor takes away what hovers, whether the mouse or the focus has brought it.
		await page.mouse.click(300, 700);
		await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
		// Precis alone: two pictures side by side stay readable.
		const clip = (await page.locator('.part.auxiliarybar').boundingBox()) ?? bar;
		await page.screenshot({ path: path.join(images, name), clip });
	}
} finally {
	await workbench.dispose();
}
