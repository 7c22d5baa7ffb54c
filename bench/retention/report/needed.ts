import { budgets, methods } from '../methods/all.ts';
import type { SessionScores } from '../neededTokens.ts';
import { estimate, mean } from '../statistics.ts';
import { percent, table } from './table.ts';

/** Tables of needed tokens. */

const ours = methods[0]?.name ?? '';

/** Each session's share for a method and a budget, of those that were measured. */
export function sharesOf(
	scores: readonly SessionScores[],
	method: string,
	budget: number,
): number[] {
	return scores.flatMap(({ shares }) => shares.get(method)?.get(budget) ?? []);
}

/** Mean over sessions by method and budget, ours with its confidence interval. */
export function neededTable(scores: readonly SessionScores[]): string {
	const head = ['Method', ...budgets.map((budget) => budget.toLocaleString('en-US'))];
	const rows = methods.map(({ name }) => [
		name,
		...budgets.map((budget) => {
			const shares = sharesOf(scores, name, budget);
			const { mean, low, high } = estimate(shares);
			const bounds = `${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}`;
			return name === ours && shares.length > 1
				? `**${percent(mean)}** (${bounds})`
				: percent(mean);
		}),
	]);
	const ratio = [
		'ours ÷ best plain baseline',
		...budgets.map((budget) => {
			const best = bestPlain(scores, budget);
			const own = mean(sharesOf(scores, ours, budget));
			return Number.isNaN(own / best) ? '–' : `${(own / best).toFixed(2)} ×`;
		}),
	];
	const sessions = [
		'sessions',
		...budgets.map((budget) => String(sharesOf(scores, ours, budget).length)),
	];
	return table(head, [...rows, ratio, sessions]);
}

/** The highest mean of a plain baseline. */
function bestPlain(scores: readonly SessionScores[], budget: number): number {
	return Math.max(
		...methods
			.filter(({ plain }) => plain)
			.map(({ name }) => mean(sharesOf(scores, name, budget)))
			.filter((share) => !Number.isNaN(share)),
	);
}

/** Budgets whose targets the README names. */
const told = [1_000, 2_000, 4_000];

/** Our figure for every session. */
export function sessionTable(scores: readonly SessionScores[]): string {
	return table(
		[
			'Session',
			'cuts',
			'needed',
			'written anew',
			...told.map((budget) => budget.toLocaleString('en-US')),
		],
		scores.map(({ session, cuts, needed, novel, shares }) => [
			session.name,
			String(cuts),
			String(needed),
			percent(novel, 0),
			...told.map((budget) => percent(shares.get(ours)?.get(budget))),
		]),
	);
}
