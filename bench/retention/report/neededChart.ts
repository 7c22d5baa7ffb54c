import { budgets, methods } from '../methods/all.ts';
import type { SessionScores } from '../neededTokens.ts';
import { mean } from '../statistics.ts';
import { lineChart } from './chart.ts';
import { sharesOf } from './needed.ts';

/** Methods that would clutter the chart: they stand in the tables. */
const leftOut = ['nothing', 'oracle'];

/** Needed tokens over budgets, ours against the baselines, mean over sessions. */
export function chartOf(scores: readonly SessionScores[]): string {
	const measured = budgets.filter((budget) => sharesOf(scores, methods[0]?.name ?? '', budget)[1]);
	return lineChart(
		'Share of the names an assistant went on to use that the summary holds',
		measured.map((budget) => budget.toLocaleString('en-US')),
		methods
			.filter(({ name }) => !leftOut.includes(name))
			.map(({ name, plain }, index) => ({
				name,
				values: measured.map((budget) => mean(sharesOf(scores, name, budget))),
				...(index === 0 ? { isOurs: true } : plain ? {} : { isReference: true }),
			}))
			.reverse(),
	);
}
