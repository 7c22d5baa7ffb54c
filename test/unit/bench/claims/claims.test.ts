import assert from 'node:assert/strict';
import { claimsOf, halfOf, judge, ratesOf } from '../../../../bench/claims/measure.ts';
import { scenes } from '../../../../bench/claims/scenes/scenes.ts';

describe('statements in a person’s name, measured', () => {
	const judged = scenes.flatMap((scene) => judge(claimsOf(scene), undefined));

	it('are at least 150 real ones and 80 invented ones, in two halves', () => {
		const { real, invented } = ratesOf(judged);
		assert.ok(real >= 150 && invented >= 80, `${real} and ${invented}`);
		const halves = new Set(judged.map(({ text }) => halfOf(text)));
		assert.equal(halves.size, 2);
	});

	it('are marked wrongly in at most 2 of 100 cases, and caught in three of four', () => {
		for (const half of ['develop', 'report'] as const) {
			const { real, wronglyMarked, invented, caught } = ratesOf(
				judged.filter(({ text }) => halfOf(text) === half),
			);
			assert.ok(
				wronglyMarked <= real * 0.02,
				`${half}: ${wronglyMarked} of ${real} marked wrongly`,
			);
			assert.ok(caught >= invented * 0.75, `${half}: ${caught} of ${invented} caught`);
		}
	});
});
