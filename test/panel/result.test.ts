import assert from 'node:assert/strict';
import { panelBench } from './panelBench.ts';
import {
	compactedState,
	historyState,
	openedState,
	runningState,
	standingState,
	viewedState,
	writingState,
} from './states.ts';
import type { PanelState } from '../../src/protocol/toPanel.ts';

/** Pixels: what a window of 1024×700 leaves of a side bar, below the list of conversations. */
const smallest = { width: 272, height: 420 };

/** The state of a first compaction, before there is any summary. */
const firstRunning: PanelState = { ...openedState, running: { phase: 'planning', elapsedMs: 0 } };

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

	it('leaves the page where a person reads it', async () => {
		const { page } = await bench.open(smallest.width);
		await page.setViewportSize(smallest);
		await bench.panel.show(compactedState);
		await page.evaluate('scrollTo(0, 40)');
		await bench.panel.show(runningState);
		await bench.panel.show(compactedState);
		assert.equal(await page.evaluate('scrollY'), 40);
	});

	it('has its place from the start, so that nothing moves when it comes', async () => {
		const { page } = await bench.open(300);
		await bench.panel.show(firstRunning);
		assert.equal(await page.locator('.section-to-come').count(), 13);
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
		assert.ok(top >= 0 && top < smallest.height, `it begins at ${top} px`);
	});
});

/** What stands between the buttons and the summary, for a conversation with an active record or none. */
function standingOf(
	{ conversation }: PanelState,
	active: number | undefined,
): { readonly standing: object } {
	const { active: _, ...standing } = conversation?.standing ?? {};
	return { standing: { ...standing, ...(active === undefined ? {} : { active }) } };
}
