/** Records the README's animation in a real VS Code: a full conversation, compacted, looked into, undone. Run by hand. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { animatedPicture, type Frame } from './animatedPicture.ts';
import { runCommand } from './commandPalette.ts';
import { repositoryRoot, sampleOpener } from './paths.ts';
import { webviewFrame } from './webviewFrame.ts';
import { openWorkbench } from './workbench.ts';

const patienceMs = 60_000;
const sample = path.join(repositoryRoot, 'media', 'sample');
const workbench = await openWorkbench({
	extension: repositoryRoot,
	folder: sample,
	viewport: { width: 1120, height: 700 },
	installed: [sampleOpener],
});
const { page } = workbench;
const frames: Frame[] = [];

async function show(shownMs: number): Promise<void> {
	// Nothing but what is told moves: no caret, no tooltip.
	await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
	frames.push({ png: await page.screenshot({ caret: 'hide' }), shownMs });
}

/** The pointer comes to a place; a screenshot of a browser has none of its own. */
async function pointAt(target: Locator): Promise<void> {
	const box = await target.boundingBox();
	if (box === null) {
		throw new Error('There is nothing to point at.');
	}
	await page.evaluate(drawPointer(box.x + box.width / 2, box.y + box.height / 2));
}

function drawPointer(x: number, y: number): string {
	const arrow =
		'<svg xmlns="http://www.w3.org/2000/svg" width="22" height="22"><path d="M2 1v17l4.6-4.2 3 6.6 3-1.4-3-6.4h6.2z" fill="#000" stroke="#fff" stroke-width="1.4"/></svg>';
	return `(() => {
		let pointer = document.querySelector('#pointer');
		if (pointer === null) {
			pointer = document.createElement('img');
			pointer.id = 'pointer';
			pointer.src = ${JSON.stringify(`data:image/svg+xml;base64,${btoa(arrow)}`)};
			document.body.append(pointer);
		}
		pointer.style = 'position:fixed;z-index:99999;pointer-events:none;left:${x}px;top:${y}px';
	})()`;
}

async function widenPanel(within: Page, width: number): Promise<void> {
	const bar = await within.locator('.part.auxiliarybar').boundingBox();
	if (bar === null) {
		throw new Error('The side bar of the Summary view is not visible.');
	}
	await within.mouse.move(bar.x - 1, 400);
	await within.mouse.down();
	await within.mouse.move(bar.x + bar.width - width, 400, { steps: 8 });
	await within.mouse.up();
	await within.mouse.move(400, 650);
}

try {
	const opened = await webviewFrame(page, 'main.panel', patienceMs);
	const session = await webviewFrame(page, '.session', patienceMs);
	await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
	await widenPanel(page, 420);
	const compact = opened.getByRole('button', { name: 'Compact', exact: true });
	await pointAt(page.locator('.part.editor'));
	await show(1_800);
	await pointAt(compact);
	await show(700);
	await compact.click();
	const panel = await webviewFrame(page, 'main.panel .receipt', patienceMs);
	await session.locator('.zone').first().waitFor();
	await show(2_200);
	const actions = panel.locator('.section', { hasText: 'Completed Actions' });
	const source = actions.locator('.source').nth(1);
	await source.scrollIntoViewIfNeeded();
	await pointAt(source);
	await show(700);
	await source.click();
	await session.locator('.row-marked').waitFor();
	await show(2_200);
	const undo = page
		.locator('.pane-header', { hasText: 'Summary' })
		.getByRole('button', { name: 'Undo Last Step' });
	await pointAt(undo);
	await show(1_000);
	await undo.click();
	await panel.locator('.receipt').waitFor({ state: 'detached' });
	await show(1_600);
	const images = path.join(repositoryRoot, 'docs', 'images');
	await mkdir(images, { recursive: true });
	await writeFile(path.join(images, 'precis.png'), animatedPicture(frames));
} finally {
	await workbench.dispose();
}
