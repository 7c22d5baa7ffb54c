import { userEditsOf } from '../compaction/changes.ts';
import {
	completeCompaction,
	summaryRequest,
	type CompactionOutcome,
} from '../compaction/complete.ts';
import {
	planCompaction,
	type CompactionPlan,
	type NothingToDo,
	type PlanOutcome,
} from '../compaction/plan.ts';
import { hasSummary, type CompactionRecord } from '../compaction/record.ts';
import type { PlanInput } from '../compaction/candidatePlan.ts';
import type { Summariser } from '../models/ladder.ts';
import { noUserEdits, type UserEdits } from '../summary/userEdits.ts';
import type { Conversation } from './conversation.ts';
import type { StoredNode } from './store/store.ts';

/** Requesting, planning and writing a compaction. The caller that requests the summary commits it. */

/** How a compaction ended. A log that needs none is a result, not an error. */
export type CompactLogOutcome =
	| CompactionOutcome
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** The summariser and its clock. */
export interface Writer {
	readonly summariser: Summariser;
	/** Milliseconds of a clock that does not run backwards. */
	readonly now: () => number;
}

/** Compacts a log that is not stored. @throws The signal's reason when it was aborted. */
export async function compactLog(
	input: PlanInput,
	writer: Writer,
	signal: AbortSignal,
): Promise<CompactLogOutcome> {
	const outcome = planCompaction(input);
	return outcome.kind === 'plan' ? writePlan(outcome.plan, writer, signal) : outcome;
}

async function writePlan(
	plan: CompactionPlan,
	{ summariser, now }: Writer,
	signal: AbortSignal,
): Promise<CompactionOutcome> {
	const started = now();
	const written = await summariser.summarise(summaryRequest(plan), signal);
	signal.throwIfAborted();
	return completeCompaction(plan, written, Math.round(now() - started));
}

/**
 * What a summary is made from: the `active` summary and the messages since; the base of the active summary (`same`), to
 * replace it; or the `originals`, so that losses do not accumulate.
 */
export type Source = 'active' | 'same' | 'originals';

/** The inputs of a plan. */
export type PlanRequest = Pick<
	PlanInput,
	'trigger' | 'settings' | 'recallHandle' | 'earlierRequest' | 'focus'
> & {
	readonly source: Source;
	/** The user's edits from before an undo returned to the uncompacted log; absent: none. */
	readonly remembered?: UserEdits;
};

/** A plan, and the conversation it was made for. */
export interface PlannedCompaction {
	readonly outcome: PlanOutcome;
	/** The parent of the new record. */
	readonly parent: number | undefined;
	/** The active record when the plan was made; if another record is active, the plan is stale. */
	readonly expected: number | undefined;
	/** The last message that the plan includes; if another message is in its place, the plan is stale. */
	readonly last: StoredNode | undefined;
	readonly fromOriginals: boolean;
}

/** A record that is ready to be committed. */
export interface PendingRecord extends PlannedCompaction {
	readonly record: CompactionRecord;
}

/** A compaction that was written but not committed, or why there is none. */
export type WriteOutcome =
	| { readonly kind: 'written'; readonly finished: PendingRecord }
	| Exclude<CompactLogOutcome, { readonly kind: 'compacted' }>;

/** Plans a compaction. Has no side effects and does not call a model. */
export function planOf(
	{ records, activeId, logAsSent, log, counter }: Conversation,
	{ source, remembered = noUserEdits, ...request }: PlanRequest,
): PlannedCompaction {
	const active = records.find(activeId);
	const base = source === 'same' ? records.baseOf(active) : active;
	const fromOriginals = source === 'originals' && hasSummary(active?.record);
	const outcome = planCompaction({
		// A snapshot: what is appended while the summary is written stays in the tail.
		log: logAsSent.slice(),
		...(hasSummary(base?.record)
			? source !== 'originals' && { previous: base.record }
			: base && { pruning: base.record }),
		...request,
		// Also if the summary is made from scratch: user edits persist.
		userEdits: hasSummary(active?.record) ? userEditsOf(active?.record) : remembered,
		counter,
	});
	const compaction = records.compactionOf(active);
	const again = source === 'same' && compaction?.record.fromOriginals === true;
	return {
		outcome,
		parent: again ? compaction.parent : base?.id,
		expected: activeId,
		last: log.at(-1),
		fromOriginals: fromOriginals || again,
	};
}

/** Whether the messages and the base record of a plan are unchanged. */
export function isCurrent(conversation: Conversation, planned: PlannedCompaction): boolean {
	return covers(conversation, planned) && planned.expected === conversation.activeId;
}

/** Whether the messages of a plan are still there. */
export function covers({ log }: Conversation, { outcome, last }: PlannedCompaction): boolean {
	const length = outcome.kind === 'plan' ? outcome.plan.input.log.length : 0;
	return last === undefined || log[length - 1]?.hash === last.hash;
}

/**
 * Writes a compaction without committing it. With a focus, a conversation without new turns, or with too few for the
 * context to shrink, gets a new summary in place of the active one.
 * @param planned A plan that was made before and is carried out as it is.
 */
export async function writeSummary(
	conversation: Conversation,
	request: PlanRequest,
	writer: Writer,
	signal: AbortSignal,
	planned?: PlannedCompaction,
): Promise<WriteOutcome> {
	const write = async (target: PlannedCompaction, source: Source): Promise<WriteOutcome> => {
		if (target.outcome.kind === 'nothing-to-do') {
			return target.outcome;
		}
		const outcome = await writePlan(target.outcome.plan, writer, signal);
		if (outcome.kind !== 'compacted') {
			return outcome;
		}
		const record: CompactionRecord = {
			...outcome.record,
			...(target.fromOriginals ? { fromOriginals: true } : {}),
			...(source === 'same' && target.expected !== undefined ? { replaced: target.expected } : {}),
		};
		return { kind: 'written', finished: { ...target, record } };
	};
	const written = await write(planned ?? planOf(conversation, request), request.source);
	const refocus =
		planned === undefined && request.source === 'active' && request.focus !== undefined;
	return written.kind !== 'written' && refocus && hasSummary(conversation.active)
		? write(planOf(conversation, { ...request, source: 'same' }), 'same')
		: written;
}
