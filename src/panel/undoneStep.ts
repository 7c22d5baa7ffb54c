import type { StandingView } from '../protocol/conversationView.ts';
import type { UndoneStep } from '../protocol/panelStrings.ts';

/** What an undo would take back: what made the active record. */
export function undoneStep({ history, active }: StandingView): UndoneStep {
	const entry = history.find(({ id }) => id === active);
	if (entry?.kind !== 'pin') {
		return entry?.kind ?? 'step';
	}
	// Without a change of its own it carries what a person had decided to an earlier record.
	return entry.change === undefined ? 'step' : entry.change.after === undefined ? 'unpin' : 'pin';
}
