import { type CompactionOutcome, completeWithBuiltIn } from '../../compaction/complete.ts';
import type { CompactionCost } from '../../compaction/cost/compactionCost.ts';
import type { CompactionPlan, PlanOutcome, Preview } from '../../compaction/plan.ts';
import { type RecordTokens, requestBefore, requestSize } from '../../compaction/record.ts';
import { renderContext } from '../../compaction/render.ts';
import type { Redacted } from '../../redaction/redact.ts';
import { planOf, type Source } from '../compacting.ts';
import type { LiveConversation } from './live.ts';

/** The effects of a manual compaction now. Nothing is stored, and no model is called. */

/** The plan of a compaction, or the reason why none is possible. @throws {StoreError} */
export function planNow(live: LiveConversation, focus: Redacted | undefined): PlanOutcome {
	live.refresh();
	const { conversation, planSettings } = live;
	const topic = focus === undefined ? {} : { focus };
	const plan = (source: Source): PlanOutcome =>
		planOf(conversation, { trigger: 'manual', ...topic, ...planSettings, source }).outcome;
	const first = plan('active');
	// Like a compaction: only the focus is new.
	return first.kind !== 'plan' && focus !== undefined ? plan('same') : first;
}

/** A compaction that could be started now. */
export interface PossibleCompaction {
	readonly preview: Preview;
	readonly cost: CompactionCost;
	/** Whether the savings hardly depend on the length of the summary. */
	readonly isSure: boolean;
}

/**
 * Largest share of the savings that the summary's budget may be. A summary that is shorter than its budget saves more
 * than is estimated, by up to this share.
 */
const budgetShare = 1 / 8;

/** Undefined: none is possible. @throws {StoreError} */
export function possibleCompaction(live: LiveConversation): PossibleCompaction | undefined {
	const planned = planNow(live, undefined);
	if (planned.kind !== 'plan') {
		return undefined;
	}
	const sizes = expectedSizes(planned.plan);
	const preview = previewOf(live, planned.plan, sizes);
	return {
		preview,
		cost: live.costOfPlan(preview.after),
		isSure: sizes.summary <= budgetShare * (sizes.before - sizes.after),
	};
}

/** The result of the built-in summariser. */
export function builtInOutcome(live: LiveConversation, plan: CompactionPlan): CompactionOutcome {
	const outcome = completeWithBuiltIn(plan);
	return outcome.kind === 'compacted'
		? { ...outcome, record: live.measured(outcome.record) }
		: outcome;
}

/** The effects of a plan, for display. */
export function previewOf(
	live: LiveConversation,
	plan: CompactionPlan,
	sizes = expectedSizes(plan),
): Preview {
	const { layout, input, budget } = plan;
	const { tokens }: { tokens: RecordTokens } = live.measured({ tokens: sizes });
	return {
		...(input.focus === undefined ? {} : { focus: input.focus }),
		head: { start: layout.headStart, end: layout.range.start },
		summarised: layout.range,
		tail: { start: layout.range.end, end: input.log.length },
		digested: layout.edits.length,
		before: requestBefore(tokens),
		...(tokens.isReported === true ? { isReported: true } : {}),
		after: requestSize(tokens.after, tokens),
		summary: budget,
	};
}

/** Tokens of the context before, and with a summary of the full budget. */
function expectedSizes({ layout, input, before, budget }: CompactionPlan): RecordTokens {
	const tokens = { before: before.tokens, after: 0, summary: budget };
	return { ...tokens, after: renderContext(input.log, { layout, handoff: '-', tokens }).tokens };
}
