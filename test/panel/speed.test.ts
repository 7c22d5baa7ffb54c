import assert from 'node:assert/strict';
import type { SectionView } from '../../src/protocol/conversationView.ts';
import { panelBench } from './panelBench.ts';
import { compactedState, stateWith, writingState } from './states.ts';

/**
 * What is measured here is said in one line each; the bounds are wide, because machines that test
 * are slow and shared. The aims: first paint 200 ms, an update of a draft 16 ms.
 */
describe('the speed of the panel', () => {
	const bench = panelBench();

	it('of the first paint does not keep anybody waiting', async () => {
		const { page } = await bench.open();
		await bench.panel.show(compactedState);
		const shown = await page.evaluate<number>('performance.now()');
		console.log(
			`precis-panel first-paint=${shown.toFixed(0)} ms after navigation, the test's own messages included`,
		);
		assert.ok(shown < 1_500);
	});

	it('of updates while a model writes is not felt', async () => {
		const { page } = await bench.open();
		await bench.panel.show(writingState);
		const drafts = growingDrafts(60);
		const times = await page.evaluate<number[]>(`(async () => {
			const drafts = ${JSON.stringify(drafts)};
			const times = [];
			for (const draft of drafts) {
				await new Promise(requestAnimationFrame);
				const done = new Promise((resolve) => window.addEventListener('message', () => {
					const start = performance.now();
					queueMicrotask(() => setTimeout(() => { document.body.offsetHeight; times.push(performance.now() - start); resolve(); }));
				}, { once: true, capture: true }));
				window.postMessage({ type: 'running', running: { phase: 'summarising', model: 'acme/small', elapsedMs: 9_000, draft } }, '*');
				await done;
			}
			return times;
		})()`);
		const sorted = times.toSorted((a, b) => a - b);
		const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
		const most = sorted.at(-1) ?? 0;
		console.log(`precis-panel update median=${middle.toFixed(1)} longest=${most.toFixed(1)} ms`);
		assert.ok(middle < 50);
	});

	it('of two thousand items is that of a few', async () => {
		const items = Array.from(
			{ length: 2_000 },
			(_, index) => `${index + 1}. EDIT \`src/file${index}.ts\` — changed **${index}** lines`,
		);
		const { page } = await bench.open();
		const start = performance.now();
		await bench.panel.show(stateWith({ 'Active Task': items }));
		const firstMs = performance.now() - start;
		await page.locator('.item').nth(1_999).waitFor({ state: 'attached' });
		const completeMs = performance.now() - start;
		const frames = await page.evaluate<number[]>(`(async () => {
			const frames = [];
			for (let step = 0; step < 60; step += 1) {
				const start = performance.now();
				window.scrollBy(0, 900);
				await new Promise(requestAnimationFrame);
				frames.push(performance.now() - start);
			}
			return frames.sort((a, b) => a - b);
		})()`);
		const middle = frames[Math.floor(frames.length / 2)] ?? 0;
		const most = frames.at(-1) ?? 0;
		console.log(
			`precis-panel items=2000 first=${firstMs.toFixed(0)} complete=${completeMs.toFixed(0)} frame median=${middle.toFixed(0)} longest=${most.toFixed(0)} ms`,
		);
		assert.ok(firstMs < 1_500 && middle < 300 && most < 1_500);
		const last = page.locator('.item').last();
		await last.scrollIntoViewIfNeeded();
		await last.locator('a.path').waitFor();
	});
});

/** A summary as it grows, a few items at a time. */
function growingDrafts(count: number): readonly (readonly SectionView[])[] {
	const sections = writingState.running?.draft ?? [];
	return Array.from({ length: count }, (_, step) =>
		sections.map((section, index) =>
			index < sections.length - 1
				? section
				: {
						...section,
						items: Array.from({ length: 10 + step * 2 }, (_, number) => ({
							text: `${number + 1}. EDIT \`src/file${number}.ts\` — changed **${number}** lines`,
							sources: [number],
						})),
					},
		),
	);
}
