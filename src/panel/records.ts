import type { HistoryEntry, StandingView } from '../protocol/conversationView.ts';

/** A compaction or a pruning of the history with what was changed in it. */
export interface HistoryRow {
	readonly entry: HistoryEntry;
	/** Changes of single items, oldest first. */
	readonly changes: readonly HistoryEntry[];
	/** Widths of the bars, percent of the largest context there was. */
	readonly before: number;
	readonly after: number;
}

/** The history as it is shown: compactions and prunings, newest first. @param history Oldest first. */
export function historyRows(history: readonly HistoryEntry[]): readonly HistoryRow[] {
	const scale = Math.max(1, ...history.map(({ tokensBefore }) => tokensBefore));
	const percent = (tokens: number): number => (Math.min(tokens, scale) / scale) * 100;
	const steps = history.filter(isStep);
	const roots = rootsOf(history);
	return steps
		.map((entry) => ({
			entry,
			changes: history.filter((change) => !isStep(change) && roots.get(change.id) === entry.id),
			before: percent(entry.tokensBefore),
			after: percent(entry.tokensAfter),
		}))
		.reverse();
}

function isStep({ kind }: HistoryEntry): boolean {
	return kind === 'compaction' || kind === 'prune';
}

/** By the id of each record, the compaction or pruning it goes back to. */
function rootsOf(history: readonly HistoryEntry[]): ReadonlyMap<number, number> {
	const roots = new Map<number, number>();
	for (const entry of history) {
		const { id, parent } = entry;
		const root = isStep(entry) ? id : parent === undefined ? undefined : roots.get(parent);
		if (root !== undefined) {
			roots.set(id, root);
		}
	}
	return roots;
}

/** What an undo takes back; `step` where there is no one word for it. */
export type UndoneStep = HistoryEntry['kind'] | 'unpin' | 'step';

/** What an undo would take back: what made the active record. */
export function undoneStep({ history, active }: StandingView): UndoneStep {
	const entry = history.find(({ id }) => id === active);
	if (entry?.kind !== 'pin') {
		return entry?.kind ?? 'step';
	}
	// Without a change of its own it carries what a person had decided to an earlier record.
	return entry.change === undefined ? 'step' : entry.change.after === undefined ? 'unpin' : 'pin';
}
