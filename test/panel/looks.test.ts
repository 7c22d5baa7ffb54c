import assert from 'node:assert/strict';
import { arrangements } from './arrangements.ts';
import { overflow, themeNames, violations } from './builtPage.ts';
import { PanelPage } from './panelPage.ts';
import { allStates, historyState, type StateName, writingState } from './states.ts';

const states = Object.entries(allStates) as readonly [StateName, (typeof allStates)[StateName]][];

describe('every state of the panel', () => {
	for (const theme of themeNames) {
		it(`has nothing that axe objects to, and no button that is off without a reason (${theme})`, async () => {
			const opened = await PanelPage.open(undefined, { theme });
			const { page } = opened;
			// Names and roles are the same in every theme.
			const isFirst = theme === 'dark';
			const rule = isFirst ? undefined : 'color-contrast';
			for (const [name, state] of states.filter(([one]) => isFirst || colourful.has(one))) {
				const { conversation } = state;
				// Another conversation each time, so that nothing is folded as the one before was.
				await opened.show(
					conversation === undefined
						? state
						: { ...state, conversation: { ...conversation, id: name } },
				);
				await arrangements[name]?.(page);
				await opened.settle();
				assert.deepEqual(await violations(page, rule), [], name);
				assert.equal(await opened.count('button:disabled:not([title])'), 0, name);
			}
		});
	}

	for (const width of [150, 240, 1_200]) {
		it(`never scrolls sideways and covers nothing (${width} px)`, async () => {
			const opened = await PanelPage.open(undefined, { width });
			for (const [name, state] of states) {
				await opened.show(state);
				// What is scrolled below the progress is covered by it.
				await opened.page.evaluate('scrollTo(0, 0)');
				assert.ok((await overflow(opened.page)) <= 0, name);
				if (width >= 240) {
					assert.deepEqual(await opened.page.evaluate(overlaps), [], name);
				}
			}
		});
	}

	it('cuts no size in the history', async () => {
		for (const width of [240, 300]) {
			const opened = await PanelPage.open(historyState, { width });
			await arrangements.history?.(opened.page);
			const cut = `[...document.querySelectorAll('.history .number')]
				.filter((each) => each.scrollWidth > each.clientWidth)
				.map((each) => each.innerText)`;
			assert.deepEqual(await opened.page.evaluate(cut), [], `${width} px`);
		}
	});

	it('is whole with letters of twice the size', async () => {
		const opened = await PanelPage.open();
		const { page } = opened;
		await page.evaluate("document.documentElement.style.setProperty('--vscode-font-size', '26px')");
		for (const [name, state] of states) {
			await opened.show(state);
			assert.ok((await overflow(page)) <= 0, name);
		}
	});

	it('stands still where motion is not wanted', async () => {
		const opened = await PanelPage.open();
		await opened.page.emulateMedia({ reducedMotion: 'reduce' });
		await opened.show(writingState);
		assert.equal(await opened.page.evaluate('document.getAnimations().length'), 0);
	});

	it('is reached whole with the Tab key, and what has the focus shows it', async () => {
		const { page } = await PanelPage.open(historyState);
		await page.getByRole('heading', { name: 'History' }).click();
		await page.getByRole('heading', { level: 1 }).click();
		const reached = new Set<string>();
		for (let step = 0; step < 200; step += 1) {
			await page.keyboard.press('Tab');
			const [name, isVisible, isEnd] = await page.evaluate<[string, boolean, boolean]>(`(() => {
				const focused = document.activeElement;
				const style = getComputedStyle(focused);
				return [
					focused.ariaLabel ?? focused.placeholder ?? focused.textContent.trim(),
					style.outlineStyle !== 'none' && style.outlineWidth !== '0px',
					focused === document.body,
				];
			})()`);
			if (isEnd) {
				break;
			}
			assert.ok(isVisible, `${name} shows that it has the focus`);
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
});

/** States with colours of their own. */
const colourful: ReadonlySet<StateName> = new Set<StateName>([
	'compacted',
	'history',
	'viewed',
	'writing',
	'status',
	'preview-built-in',
	'over-budget',
]);

/** Controls and texts of the panel that stand over one another; a text is as many boxes as lines. */
const overlaps = `(() => {
	const parts = [...document.querySelectorAll('h1, h2, h3, p, button, input, dt, dd, li > span, summary > span')]
		.filter((part) => part.closest('.visually-hidden, .change-notice') === null)
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
