import assert from 'node:assert/strict';
import { panelBench } from './panelBench.ts';
import {
	compactedState,
	historyState,
	openedState,
	runningState,
	standingState,
	undoneState,
	viewedState,
	writingState,
} from './states.ts';
import type { PanelState } from '../../src/protocol/toPanel.ts';

/** Pixels: what a window of 1024×700 leaves of a side bar, below the list of conversations. */
const smallest = { width: 245, height: 418 };

/** The same, of larger windows and of one that is zoomed to 200 %. */
const views = {
	'1024×700': smallest,
	'1280×800': { width: 245, height: 493 },
	'1600×1000': { width: 400, height: 700 },
} as const;
const zoomed = { width: 159, height: 119 };

/** Pixels of a zoomed window's view that are seen: its list above takes the rest. */
const seen = 75;

/** The state of a first compaction, before there is any summary. */
const firstRunning: PanelState = { ...openedState, running: { phase: 'planning', elapsedMs: 0 } };

/** A model writes it, section by section. */
const firstWriting: readonly PanelState[] = [1, 2, 4].map((count) => ({
	...openedState,
	running: {
		...firstRunning.running,
		phase: 'summarising',
		elapsedMs: 1_000 * count,
		draft: (compactedState.conversation?.sections ?? []).slice(0, count),
	},
}));

describe('the result of a compaction', () => {
	const bench = panelBench();

	/** Pixels of the view in which the summary stands. */
	const roomOfSummary =
		"innerHeight - document.querySelector('.sections').getBoundingClientRect().top";

	for (const [name, state] of Object.entries({ compactedState, historyState, writingState })) {
		it(`is on screen in the smallest window (${name})`, async () => {
			const { page } = await bench.open(smallest.width);
			await page.setViewportSize(smallest);
			await bench.panel.show(state);
			const room = await page.evaluate<number>(roomOfSummary);
			assert.ok(room > smallest.height / 4, `${room} px of the summary are seen`);
		});
	}

	it('says what the latest request is where the summary only points to it', async () => {
		const { page } = await bench.open(smallest.width);
		const { conversation = assert.fail() } = compactedState;
		const sections = (conversation.sections ?? []).map((section) =>
			section.title === 'Active Task' ? { ...section, pointsTo: 'Run <b>it</b> again.' } : section,
		);
		await bench.panel.show({ ...compactedState, conversation: { ...conversation, sections } });
		assert.equal(await page.locator('.points-to').innerText(), 'Run <b>it</b> again.');
	});

	it('is scrolled to where something else had pushed it down', async () => {
		const { page } = await bench.open(smallest.width);
		await page.setViewportSize(smallest);
		const { conversation } = compactedState;
		assert.ok(conversation !== undefined);
		await bench.panel.show({
			...firstRunning,
			conversation: { ...openedState.conversation, ...standingOf(standingState, undefined) },
		} as PanelState);
		await bench.panel.show({
			...compactedState,
			conversation: { ...conversation, ...standingOf(standingState, conversation.standing.active) },
		} as PanelState);
		assert.ok((await page.evaluate<number>('scrollY')) > 0);
		assert.ok((await page.evaluate<number>(roomOfSummary)) > smallest.height / 4);
	});

	it('leaves the page at its top where it was undone', async () => {
		const { page } = await bench.open(smallest.width);
		await page.setViewportSize(smallest);
		for (const state of [openedState, firstRunning, compactedState]) {
			await bench.panel.show(state);
		}
		assert.ok((await page.evaluate<number>('scrollY')) > 0);
		await bench.panel.show(undoneState);
		assert.equal(await page.evaluate<number>('scrollY'), 0);
	});

	for (const [name, view] of Object.entries(views)) {
		it(`gets the room when it comes (${name})`, async () => {
			const { page } = await bench.open(view.width);
			await page.setViewportSize(view);
			for (const state of [openedState, firstRunning, compactedState]) {
				await bench.panel.show(state);
			}
			const receipt = await page.locator('.receipt').boundingBox();
			assert.ok(receipt !== null && Math.abs(receipt.y) < 1, 'the receipt is the first line');
			const room = await page.evaluate<number>(roomOfSummary);
			assert.ok(room > view.height * 0.85, `${room} px of the summary are seen`);
		});

		it(`is written where it will stand, below what is done (${name})`, async () => {
			const { page } = await bench.open(view.width);
			await page.setViewportSize(view);
			await bench.panel.show(openedState);
			await bench.panel.show(firstRunning);
			const bar = await page.locator('.compact-bar').boundingBox();
			const draft = await page.locator('.sections').boundingBox();
			assert.ok(bar !== null && draft !== null);
			assert.ok(bar.y >= -4 && bar.y < 4, `what is done stands at ${bar.y} px`);
			assert.ok(
				draft.y >= bar.y + bar.height - 1 && draft.y < view.height / 4,
				`the draft begins at ${draft.y} px`,
			);
			assert.ok(await page.getByRole('button', { name: 'Cancel' }).isVisible());
		});

		it(`comes without anything else moving (${name})`, async () => {
			const { page } = await bench.open(view.width);
			await page.setViewportSize(view);
			await page.evaluate(`
				window.shifts = 0;
				new PerformanceObserver((list) => {
					for (const { value } of list.getEntries()) shifts += value;
				}).observe({ type: 'layout-shift', buffered: false });
			`);
			for (const state of [openedState, firstRunning, ...firstWriting, compactedState]) {
				await bench.panel.show(state);
			}
			const shifts = await page.evaluate<number>('shifts');
			assert.ok(shifts < 0.05, `${shifts}`);
		});
	}

	it('has an account of a line each above it, at every width', async () => {
		const { page } = await bench.open(zoomed.width);
		await bench.panel.show(compactedState);
		for (const width of [zoomed.width, smallest.width, 300, 400]) {
			await page.setViewportSize({ width, height: smallest.height });
			await bench.panel.settle();
			for (const line of ['.meter summary', '.receipt > summary']) {
				const box = await page.locator(line).boundingBox();
				assert.ok(
					box !== null && box.height < 28,
					`${line} at ${width} px: ${box?.height} px high`,
				);
			}
		}
	});

	it('can be asked for in a window that is zoomed to 200 %', async () => {
		const { page } = await bench.open(zoomed.width);
		await page.setViewportSize(zoomed);
		await bench.panel.show(openedState);
		const button = await page.getByRole('button', { name: 'Compact', exact: true }).boundingBox();
		assert.ok(button !== null && button.y + button.height <= seen);
		assert.ok(button.height < 30, 'its name is on one line');
	});

	it('leaves the page where a person reads it', async () => {
		const { page } = await bench.open(smallest.width);
		await page.setViewportSize(smallest);
		await bench.panel.show(compactedState);
		await page.evaluate('scrollTo(0, 40)');
		await bench.panel.show(runningState);
		await bench.panel.show(compactedState);
		assert.equal(await page.evaluate('scrollY'), 40);
	});

	it('gives way to a record that is looked at, which comes into view', async () => {
		const { page } = await bench.open(smallest.width);
		await page.setViewportSize(smallest);
		await bench.panel.show(historyState);
		await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
		await bench.panel.show(viewedState);
		const top = await page.evaluate<number>(
			"document.querySelector('.viewed').getBoundingClientRect().top",
		);
		assert.ok(top > -1 && top < smallest.height, `it begins at ${top} px`);
	});
});

/** What stands between the receipt and the summary, for a conversation with an active record or without any. */
function standingOf(
	{ conversation }: PanelState,
	active: number | undefined,
): { readonly standing: object } {
	const { active: _, ...standing } = conversation?.standing ?? {};
	return {
		standing: { ...standing, ...(active === undefined ? { history: [] } : { active }) },
	};
}
