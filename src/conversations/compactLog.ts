import {
	completeCompaction,
	summaryRequest,
	type CompactionOutcome,
} from '../compaction/complete.ts';
import type { NothingToDo, PlanOutcome } from '../compaction/plan.ts';
import type { Summariser } from '../models/summariser.ts';

/** A compaction from plan to record. A log that needs none is a result, not an error. */
export type CompactLogOutcome =
	| CompactionOutcome
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/**
 * Plans, has the summary written, and makes the record.
 * @param plan Makes the plan, or hands over one that was made before.
 * @param now Milliseconds of a clock that does not run backwards.
 */
export async function compactLog(
	plan: () => PlanOutcome,
	summariser: Summariser,
	now: () => number,
	signal: AbortSignal,
): Promise<CompactLogOutcome> {
	const started = now();
	const outcome = plan();
	if (outcome.kind === 'nothing-to-do') {
		return outcome;
	}
	const written = await summariser.summarise(summaryRequest(outcome.plan), signal);
	return completeCompaction(outcome.plan, written, Math.round(now() - started));
}
