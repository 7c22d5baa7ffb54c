import { factKinds } from '../extraction/facts/fact.ts';
import { emptyTallies, type Tallies } from '../facts.ts';
import { outOf, percent, table } from './table.ts';

/** Tables of facts. */

/** Tallies of several sessions as one. */
export function added(all: readonly Tallies[]): Tallies {
	const sum = emptyTallies();
	for (const tallies of all) {
		for (const kind of factKinds) {
			sum[kind].right += tallies[kind].right;
			sum[kind].wrong += tallies[kind].wrong;
			sum[kind].all += tallies[kind].all;
		}
	}
	return sum;
}

/** Facts told, by kind, side by side; wrong or stale states in brackets. */
export function factTable(columns: readonly (readonly [name: string, tallies: Tallies])[]): string {
	return table(
		['Facts with state', ...columns.map(([name]) => name)],
		factKinds.map((kind) => [
			kind,
			...columns.map(([, tallies]) => {
				const { right, wrong, all } = tallies[kind];
				const stale = wrong === 0 ? '' : `, ${wrong} wrong`;
				return all === 0 ? '–' : `${percent(right / all, 0)} (${outOf(right, all)}${stale})`;
			}),
		]),
	);
}
