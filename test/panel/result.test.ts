import assert from 'node:assert/strict';
import type { PanelState } from '../../src/protocol/toPanel.ts';
import { PanelPage } from './panelPage.ts';
import {
	changed,
	compactedState,
	historyState,
	openedState,
	runningState,
	standingState,
	steppedInState,
	undoneState,
	viewedState,
	writingState,
} from './states.ts';

/** Pixels: what windows of these sizes leave of a side bar, below the list of conversations. */
const smallest = { width: 245, height: 418 };
const views = { '1024×700': smallest, '1600×1000': { width: 400, height: 700 } } as const;

/** Of one that is zoomed to 200 %. Of its view 75 pixels are seen: the list above takes the rest. */
const zoomed = { width: 159, height: 119 };

/** The state of a first compaction, before there is any summary. */
const firstRunning: PanelState = { ...openedState, running: { phase: 'planning', elapsedMs: 0 } };

/** A model writes it, section by section. */
const firstWriting: readonly PanelState[] = [1, 2, 4].map((count) => ({
	...openedState,
	running: {
		phase: 'summarising',
		elapsedMs: 1_000 * count,
		draft: (compactedState.conversation?.sections ?? []).slice(0, count),
	},
}));

const scrolled = ({ page }: PanelPage) => page.evaluate<number>('scrollY');

/** Pixels of the view in which the summary stands. */
const roomOfSummary = ({ page }: PanelPage) =>
	page.evaluate<number>(
		"innerHeight - document.querySelector('.sections').getBoundingClientRect().top",
	);

describe('the result of a compaction', () => {
	for (const [name, view] of Object.entries(views)) {
		it(`is written where it will stand and gets the room, without anything else moving (${name})`, async () => {
			const panel = await PanelPage.open(openedState, view);
			const { page } = panel;
			await page.evaluate(`
				window.shifts = 0;
				new PerformanceObserver((list) => {
					for (const { value } of list.getEntries()) shifts += value;
				}).observe({ type: 'layout-shift', buffered: false });
			`);
			await panel.show(firstRunning);
			const bar = await page.locator('.compact-bar').boundingBox();
			const draft = await page.locator('.sections').boundingBox();
			assert.ok(bar !== null && draft !== null);
			assert.ok(bar.y >= -4 && bar.y < 4, `what is done stands at ${bar.y} px`);
			assert.ok(draft.y >= bar.y + bar.height - 1, `the draft begins at ${draft.y} px`);
			assert.ok(draft.y < view.height / 4, `the draft begins at ${draft.y} px`);
			for (const state of [...firstWriting, compactedState]) {
				await panel.show(state);
			}
			assert.ok((await page.evaluate<number>('shifts')) < 0.05);
			const receipt = await page.locator('.receipt').boundingBox();
			assert.ok(receipt !== null && Math.abs(receipt.y) < 1, 'the receipt is the first line');
			assert.ok((await roomOfSummary(panel)) > view.height * 0.85);
		});
	}

	it('is on screen in the smallest window, also where something else had pushed it down', async () => {
		for (const state of [compactedState, historyState, writingState]) {
			const panel = await PanelPage.open(state, smallest);
			assert.ok((await roomOfSummary(panel)) > smallest.height / 4);
		}
		const { status = assert.fail() } = standingState.conversation ?? {};
		const { active, ...before } = { ...status, history: [] };
		const panel = await PanelPage.open(changed(firstRunning, { status: before }), smallest);
		await panel.show(changed(compactedState, { status }));
		assert.notEqual(active, undefined);
		assert.ok((await scrolled(panel)) > 0);
		assert.ok((await roomOfSummary(panel)) > smallest.height / 4);
	});

	it('shows the whole warning that no model wrote it', async () => {
		const panel = await PanelPage.open(openedState, smallest);
		await panel.show(firstRunning);
		await panel.show(steppedInState);
		const box = await panel.page.locator('.receipt ~ .notice').boundingBox();
		assert.ok(box !== null && box.y >= 0, `it begins at ${box?.y} px`);
	});

	it('leaves the page at its top where it was undone', async () => {
		const panel = await PanelPage.open(openedState, smallest);
		await panel.show(firstRunning);
		await panel.show(compactedState);
		assert.ok((await scrolled(panel)) > 0);
		await panel.show(undoneState);
		assert.equal(await scrolled(panel), 0);
	});

	it('leaves the page where a person reads it, and moves nothing when the next one runs', async () => {
		const panel = await PanelPage.open(compactedState, smallest);
		await panel.page.evaluate('scrollTo(0, 40)');
		const place = async () => (await panel.page.locator('.sections').boundingBox())?.y;
		const before = await place();
		for (const state of [runningState, compactedState]) {
			await panel.show(state);
			assert.deepEqual([await scrolled(panel), await place()], [40, before]);
		}
	});

	it('has an account of a line each above it, and can be asked for in a zoomed window', async () => {
		const panel = await PanelPage.open(compactedState, zoomed);
		for (const width of [zoomed.width, smallest.width, 400]) {
			await panel.page.setViewportSize({ width, height: smallest.height });
			await panel.settle();
			for (const line of ['.meter summary', '.receipt > summary']) {
				const box = await panel.page.locator(line).boundingBox();
				assert.ok(box !== null && box.height < 28, `${line} at ${width} px`);
			}
		}
		await panel.page.setViewportSize(zoomed);
		await panel.show(openedState);
		const button = await panel.page
			.getByRole('button', { name: 'Compact', exact: true })
			.boundingBox();
		assert.ok(button !== null && button.y + button.height <= 75 && button.height < 30);
	});

	it('lists what the recent messages leave open, with where it comes from', async () => {
		const open = [
			{ text: 'Rotate the keys (in progress)', sources: [166] },
			{ text: 'Tell the people', sources: [166] },
		];
		const panel = await PanelPage.open(changed(compactedState, { appendix: { open } }), smallest);
		const list = panel.page.locator('.section', { hasText: 'Open Work in the Recent Messages' });
		for (const { text } of open) {
			const item = list.getByRole('listitem').filter({ hasText: text });
			assert.equal(await item.isVisible(), true);
			assert.equal(await item.getByRole('button').innerText(), '#166');
		}
		await panel.show(compactedState);
		assert.equal(await list.count(), 0);
	});

	it('has the number of a section right behind its title, also where that takes several lines', async () => {
		const added = [{ text: 'The clock is ahead.', sources: [2] }];
		const panel = await PanelPage.open(changed(compactedState, { appendix: { added } }), smallest);
		const lines = new Set<number>();
		for (const width of [zoomed.width, 200, smallest.width, 400]) {
			await panel.page.setViewportSize({ width, height: smallest.height });
			await panel.settle();
			const { rows, right, below } = await panel.page.evaluate<
				Record<'rows' | 'right' | 'below', number>
			>(`
				const heading = [...document.querySelectorAll('h3')].find(({ textContent }) => textContent.startsWith('Added by'));
				const words = document.createRange();
				words.selectNodeContents(heading.firstChild);
				const boxes = [...words.getClientRects()];
				const { left, bottom } = heading.querySelector('[title]').getBoundingClientRect();
				({ rows: boxes.length, right: left - boxes.at(-1).right, below: bottom - boxes.at(-1).bottom });
			`);
			lines.add(rows);
			assert.ok(right >= 0 && right < 10 && Math.abs(below) < 6, `at ${width} px`);
		}
		assert.ok(lines.size > 1);
	});

	it('gives way to a record that is looked at, which comes into view', async () => {
		const panel = await PanelPage.open(historyState, smallest);
		await panel.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
		await panel.show(viewedState);
		const box = await panel.page.locator('.viewed').boundingBox();
		assert.ok(box !== null && box.y > -1 && box.y < smallest.height);
	});
});
