import { isDeepStrictEqual } from 'node:util';
import { type CompactionOutcome, completeWithBuiltIn } from '../../compaction/complete.ts';
import type { CompactionCost } from '../../compaction/cost/compactionCost.ts';
import type { RenderedContext } from '../../compaction/contextRows.ts';
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
	if (focus === undefined) {
		return planWithoutFocus(live);
	}
	const { conversation, planSettings } = live;
	const plan = (source: Source): PlanOutcome =>
		planOf(conversation, { trigger: 'manual', focus, ...planSettings, source }).outcome;
	const first = plan('active');
	// Like a compaction: only the focus is new.
	return first.kind === 'plan' ? first : plan('same');
}

/** Plans without a focus: what is on screen needs one after every change, most of which leave the context as it is. */
const plans = new WeakMap<
	RenderedContext,
	{ readonly settings: LiveConversation['planSettings']; readonly outcome: PlanOutcome }
>();

function planWithoutFocus({ conversation, planSettings: settings }: LiveConversation): PlanOutcome {
	const { context } = conversation;
	const latest = plans.get(context);
	if (latest !== undefined && isDeepStrictEqual(latest.settings, settings)) {
		return latest.outcome;
	}
	const { outcome } = planOf(conversation, { trigger: 'manual', ...settings, source: 'active' });
	plans.set(context, { settings, outcome });
	return outcome;
}

/** A compaction that could be started now. */
export interface PossibleCompaction {
	readonly preview: Preview;
	/** With a summary of the full budget: a shorter one saves more. */
	readonly cost: CompactionCost;
}

/** A compaction that leaves more than this share of the context saves so little that the user has to confirm it. */
const maxRemainingShare = 0.9;

/** Whether a compaction hardly saves anything. Sizes of requests. */
export function savesLittle({ before, after }: Pick<Preview, 'before' | 'after'>): boolean {
	return after > before * maxRemainingShare;
}

/** Undefined: none is possible. @throws {StoreError} */
export function possibleCompaction(live: LiveConversation): PossibleCompaction | undefined {
	const planned = planNow(live, undefined);
	if (planned.kind !== 'plan') {
		return undefined;
	}
	const preview = previewOf(live, planned.plan);
	return { preview, cost: live.costOfPlan(preview.after) };
}

/** The result of the built-in summariser. */
export function builtInOutcome(live: LiveConversation, plan: CompactionPlan): CompactionOutcome {
	const outcome = completeWithBuiltIn(plan);
	return outcome.kind === 'compacted'
		? { ...outcome, record: live.measured(outcome.record) }
		: outcome;
}

/** The effects of a plan, for display. */
export function previewOf(live: LiveConversation, plan: CompactionPlan): Preview {
	const { layout, input, budget } = plan;
	const { tokens } = live.measured({ tokens: expectedSizes(plan) });
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
function expectedSizes({ layout, input, tokensBefore, budget }: CompactionPlan): RecordTokens {
	const after = renderContext(input.log, { layout, handoff: '-', tokens: { summary: budget } });
	return { before: tokensBefore, after: after.tokens, summary: budget };
}
