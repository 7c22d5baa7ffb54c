import type { HistoryEntry, StatusView } from '../protocol/conversationView.ts';

/** A compaction or pruning with the later changes of its items. */
interface HistoryRow {
	readonly entry: HistoryEntry;
	/** Changes of single items, oldest first. */
	readonly changes: readonly HistoryEntry[];
}

/** Rows of the history: compactions and prunings, newest first. @param history Oldest first. */
export function historyRows(history: readonly HistoryEntry[]): readonly HistoryRow[] {
	// For each record, the id of the compaction or pruning that it changes.
	const steps = new Map<number | undefined, number>();
	for (const entry of history) {
		const step = isStep(entry) ? entry.id : steps.get(entry.parent);
		if (step !== undefined) {
			steps.set(entry.id, step);
		}
	}
	const changes = Map.groupBy(history, (entry) =>
		isStep(entry) ? undefined : steps.get(entry.id),
	);
	return history
		.filter(isStep)
		.map((entry) => ({ entry, changes: changes.get(entry.id) ?? [] }))
		.reverse();
}

function isStep({ kind }: HistoryEntry): boolean {
	return kind === 'compaction' || kind === 'prune';
}

/** Number of compactions in the active context, without undone ones. */
export function activeCompactionCount({ history, active }: StatusView): number {
	const entries = new Map<number | undefined, HistoryEntry>(history.map((one) => [one.id, one]));
	let count = 0;
	for (let entry = entries.get(active); entry !== undefined; entry = entries.get(entry.parent)) {
		count += entry.kind === 'compaction' ? 1 : 0;
	}
	return count;
}

/** Kind of step that an undo reverts; `step`: no specific kind. */
export type UndoneStep = HistoryEntry['kind'] | 'unpin' | 'step';

/** The step that made the active record, which an undo reverts. */
export function undoneStep({ history, active }: StatusView): UndoneStep {
	const entry = history.find(({ id }) => id === active);
	if (entry?.kind !== 'pin') {
		return entry?.kind ?? 'step';
	}
	// Without a change of its own, it carries earlier decisions to another record.
	return entry.change === undefined ? 'step' : entry.change.after === undefined ? 'unpin' : 'pin';
}
