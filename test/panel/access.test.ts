import assert from 'node:assert/strict';
import { panelBench } from './panelBench.ts';
import { allStates, historyState, writingState } from './states.ts';

describe('the panel, for those who use it otherwise', () => {
	const bench = panelBench();

	it('is reached whole with the Tab key, and what has the focus shows it', async () => {
		const { page } = await bench.open();
		await bench.panel.show(historyState);
		await page.getByRole('heading', { name: 'History' }).click();
		await page.locator('.history-entry').first().waitFor();
		await page.getByRole('heading', { level: 1 }).click();
		const reached = new Set<string>();
		for (let step = 0; step < 200; step += 1) {
			await page.keyboard.press('Tab');
			const [name, visible] = await page.evaluate<[string, boolean]>(`(() => {
				const focused = document.activeElement;
				const style = getComputedStyle(focused);
				return [
					focused.ariaLabel ?? focused.placeholder ?? focused.textContent.trim(),
					style.outlineStyle !== 'none' && style.outlineWidth !== '0px',
				];
			})()`);
			if (await page.evaluate('document.activeElement === document.body')) {
				break;
			}
			assert.ok(visible, `${name} shows that it has the focus`);
			reached.add(name);
		}
		for (const name of [
			'Undo Removal',
			'Focus of the compaction',
			'Compact',
			'Preview',
			'Undo',
			'Removed from Relevant Files: src/auth/legacy.tsActive',
			'Restore',
			'Copy Handoff',
			'#41–44',
			'Actions',
		]) {
			assert.ok(reached.has(name), `${name} is reached`);
		}
	});

	it('stands still where motion is not wanted', async () => {
		const { page } = await bench.open();
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await bench.panel.show(writingState);
		assert.equal(await page.evaluate('document.getAnimations().length'), 0);
	});

	it('is whole at twice the size of letters and lines', async () => {
		// A zoom of 200 % is half as many pixels of the page.
		const { page } = await bench.open(150);
		for (const [name, state] of Object.entries(allStates)) {
			await bench.panel.show(state);
			assert.ok((await bench.panel.overflow()) <= 0, name);
		}
		await page.evaluate("document.documentElement.style.setProperty('--vscode-font-size', '26px')");
		await page.setViewportSize({ width: 300, height: 900 });
		for (const [name, state] of Object.entries(allStates)) {
			await bench.panel.show(state);
			assert.ok((await bench.panel.overflow()) <= 0, `${name}, large letters`);
		}
	});

	for (const width of [240, 300, 600, 1_200]) {
		it(`covers nothing with anything (${width} px)`, async () => {
			const { page } = await bench.open(width);
			for (const [name, state] of Object.entries(allStates)) {
				await bench.panel.show(state);
				// What is scrolled below the progress is covered by it.
				await page.evaluate('scrollTo(0, 0)');
				assert.deepEqual(await page.evaluate(overlaps), [], name);
			}
		});
	}
});

/** Controls and texts of the panel that stand over one another; a text is as many boxes as lines. */
const overlaps = `(() => {
	const parts = [...document.querySelectorAll('h1, h2, h3, p, button, input, dt, dd, li > span, summary > span')]
		.filter((part) => part.closest('.visually-hidden') === null)
		.map((part) => ({ part, boxes: [...part.getClientRects()].filter(({ width, height }) => width > 1 && height > 1) }));
	const meet = (a, b) =>
		Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
		Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
	const found = [];
	for (const [index, a] of parts.entries()) {
		for (const b of parts.slice(index + 1)) {
			const isNested = a.part.contains(b.part) || b.part.contains(a.part);
			if (!isNested && a.boxes.some((box) => b.boxes.some((other) => meet(box, other)))) {
				found.push(a.part.textContent.trim() + ' | ' + b.part.textContent.trim());
			}
		}
	}
	return found;
})()`;
