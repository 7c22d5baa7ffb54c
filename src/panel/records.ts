import type { HistoryEntry, StandingView } from '../protocol/conversationView.ts';

/** A compaction or a pruning of the history with what was changed in it. */
interface HistoryRow {
	readonly entry: HistoryEntry;
	/** Changes of single items, oldest first. */
	readonly changes: readonly HistoryEntry[];
}

/** The history as it is shown: compactions and prunings, newest first. @param history Oldest first. */
export function historyRows(history: readonly HistoryEntry[]): readonly HistoryRow[] {
	// By the id of each record, the compaction or pruning it goes back to.
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

/** Compactions that the context is made of now: those that were undone are none. */
export function compactionsBehind({ history, active }: StandingView): number {
	const entries = new Map<number | undefined, HistoryEntry>(history.map((one) => [one.id, one]));
	let count = 0;
	for (let entry = entries.get(active); entry !== undefined; entry = entries.get(entry.parent)) {
		count += entry.kind === 'compaction' ? 1 : 0;
	}
	return count;
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
