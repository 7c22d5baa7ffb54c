/** Draws the chart of the README as a picture: the marketplace shows no SVG. Run by hand. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { launchChromium } from './chromium.ts';
import { repositoryRoot } from './paths.ts';

const images = path.join(repositoryRoot, 'docs', 'images');
const chart = await readFile(path.join(images, 'retention.svg'), 'utf8');
const browser = await launchChromium();
try {
	const context = await browser.newContext({ deviceScaleFactor: 2 });
	const page = await context.newPage();
	await page.setContent(`<body style="margin:0;background:#fff">${chart}</body>`);
	await page
		.locator('svg')
		.first()
		.screenshot({ path: path.join(images, 'retention.png') });
} finally {
	await browser.close();
}
