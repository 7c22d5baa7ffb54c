import { withDecisions } from '../../compaction/changes.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { StoredRecord } from '../store/store.ts';
import type { LiveConversation } from './live.ts';

/**
 * Makes another record active without losing what a person has decided by now: pins, edits and
 * removals go with it, as a record on top of it or, where it has no summary, in the state.
 * @param target Undefined: the log as it is.
 * @returns False when yet another record has become active meanwhile; then nothing was done.
 */
export function carryTo(live: LiveConversation, target: StoredRecord | undefined): boolean {
	const { conversation, state, parts, wishes } = live;
	if (!hasSummary(target?.record)) {
		// Before the record goes: it is of no account until then, and not lost whatever happens.
		state.remember(wishes);
		conversation.activate(target);
		return true;
	}
	const decided = (record: StoredRecord): ReturnType<typeof withDecisions> =>
		withDecisions({ log: conversation.log, record: record.record, counter: parts.counter }, wishes);
	const record = decided(target);
	if (record === undefined) {
		conversation.activate(target);
		return true;
	}
	const made = conversation.records
		.carryingTo(target.id)
		.findLast((carrying) => decided(carrying) === undefined);
	if (made !== undefined) {
		conversation.activate(made);
		return true;
	}
	const outcome = conversation.commit({
		record,
		parent: target.id,
		expected: conversation.activeId,
	});
	return outcome.kind === 'committed';
}
