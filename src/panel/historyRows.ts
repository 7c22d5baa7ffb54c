import type { HistoryEntry } from '../protocol/conversationView.ts';

/** A compaction of the history with what was changed in it. */
export interface HistoryRow {
	readonly entry: HistoryEntry;
	/** Changes of single items, oldest first. */
	readonly changes: readonly HistoryEntry[];
	/** Widths of the bars, percent of the largest context there was. */
	readonly before: number;
	readonly after: number;
}

/** The history as it is shown: compactions, newest first. @param history Oldest first. */
export function historyRows(history: readonly HistoryEntry[]): readonly HistoryRow[] {
	const scale = Math.max(1, ...history.map(({ tokensBefore }) => tokensBefore));
	const percent = (tokens: number): number => (Math.min(tokens, scale) / scale) * 100;
	const compactions = history.filter(({ kind }) => kind === 'compaction');
	const roots = rootsOf(history);
	return compactions
		.map((entry) => ({
			entry,
			changes: history.filter(
				({ id, kind }) => kind !== 'compaction' && roots.get(id) === entry.id,
			),
			before: percent(entry.tokensBefore),
			after: percent(entry.tokensAfter),
		}))
		.reverse();
}

/** By the id of each record, the compaction it goes back to. */
function rootsOf(history: readonly HistoryEntry[]): ReadonlyMap<number, number> {
	const roots = new Map<number, number>();
	for (const { id, kind, parent } of history) {
		const root = kind === 'compaction' ? id : parent === undefined ? undefined : roots.get(parent);
		if (root !== undefined) {
			roots.set(id, root);
		}
	}
	return roots;
}
