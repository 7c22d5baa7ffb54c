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
import { noWishes, type UserEdits } from '../summary/userEdits.ts';
import type { Conversation } from './conversation.ts';
import type { StoredNode } from './store/store.ts';

/** A compaction: asked for, planned and written. Whoever has it written commits it. */

/** How a compaction ended. A log that needs none is a result, not an error. */
export type CompactLogOutcome =
	| CompactionOutcome
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** Who writes a summary. */
export interface Writer {
	readonly summariser: Summariser;
	/** Milliseconds of a clock that does not run backwards. */
	readonly now: () => number;
}

/** Compacts a log that nobody keeps. @throws The signal's reason when it was aborted. */
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
 * What a summary is made from: the `active` one and what came since; again what the active one was
 * made from (`same`), in its place; or the `originals`, so that losses do not pile up.
 */
export type Source = 'active' | 'same' | 'originals';

/** What a plan is asked for. */
export type PlanRequest = Pick<
	PlanInput,
	'trigger' | 'settings' | 'recallHandle' | 'asked' | 'focus'
> & {
	readonly source: Source;
	/** What a person had decided when an undo went back to the log as it is; absent: nothing. */
	readonly remembered?: UserEdits;
};

/** A plan, and the conversation it was made for. */
export interface PlannedCompaction {
	readonly outcome: PlanOutcome;
	/** What the record's parent will be. */
	readonly parent: number | undefined;
	/** The active record when the plan was made; another one since makes the plan stale. */
	readonly expected: number | undefined;
	/** The last message the plan knows; another one in its place makes the plan stale. */
	readonly last: StoredNode | undefined;
	readonly fromOriginals: boolean;
}

/** A record that waits for being committed. */
export interface PendingRecord extends PlannedCompaction {
	readonly record: CompactionRecord;
}

/** A compaction that was written and not committed, or why none was. */
export type WriteOutcome =
	| { readonly kind: 'written'; readonly finished: PendingRecord }
	| Exclude<CompactLogOutcome, { readonly kind: 'compacted' }>;

/** Decides what a compaction will do. Changes nothing, asks nobody. */
export function planOf(
	{ records, activeId, weighedLog, log, counter }: Conversation,
	{ source, remembered = noWishes, ...request }: PlanRequest,
): PlannedCompaction {
	const active = records.find(activeId);
	const base = source === 'same' ? records.baseOf(active) : active;
	const fromOriginals = source === 'originals' && hasSummary(active?.record);
	const outcome = planCompaction({
		// A snapshot: what is appended while the summary is written stays in the tail.
		log: weighedLog.slice(),
		...(hasSummary(base?.record)
			? source !== 'originals' && { previous: base.record }
			: base && { pruning: base.record }),
		...request,
		// Also where the summary is made afresh: what a person decided stays decided.
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

/** Whether what a compaction was planned on is still what it was: its messages and its base. */
export function isCurrent(conversation: Conversation, planned: PlannedCompaction): boolean {
	return covers(conversation, planned) && planned.expected === conversation.activeId;
}

/** Whether the messages a compaction was planned on are still there. */
export function covers({ log }: Conversation, { outcome, last }: PlannedCompaction): boolean {
	const length = outcome.kind === 'plan' ? outcome.plan.input.log.length : 0;
	return last === undefined || log[length - 1]?.hash === last.hash;
}

/**
 * Has a compaction written, without committing it. A focus on a conversation without new turns, or
 * with too few for the context to shrink, gets a summary made again in place of the active one.
 * @param planned A plan that was made before and is carried out as it is.
 */
export async function writeSummary(
	conversation: Conversation,
	request: PlanRequest,
	writer: Writer,
	signal: AbortSignal,
	planned?: PlannedCompaction,
): Promise<WriteOutcome> {
	const write = async (made: PlannedCompaction, source: Source): Promise<WriteOutcome> => {
		if (made.outcome.kind === 'nothing-to-do') {
			return made.outcome;
		}
		const outcome = await writePlan(made.outcome.plan, writer, signal);
		if (outcome.kind !== 'compacted') {
			return outcome;
		}
		const record: CompactionRecord = {
			...outcome.record,
			...(made.fromOriginals ? { fromOriginals: true } : {}),
			...(source === 'same' ? { remade: true } : {}),
		};
		return { kind: 'written', finished: { ...made, record } };
	};
	const written = await write(planned ?? planOf(conversation, request), request.source);
	const refocus =
		planned === undefined && request.source === 'active' && request.focus !== undefined;
	return written.kind !== 'written' && refocus && hasSummary(conversation.active)
		? write(planOf(conversation, { ...request, source: 'same' }), 'same')
		: written;
}
