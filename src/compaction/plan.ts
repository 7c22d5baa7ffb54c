import { userTokensBeforeLatest } from '../messages/userTurns.ts';
import type { Log, LogRange } from '../messages/message.ts';
import { pairTools, type ToolPairs } from '../messages/toolPairs.ts';
import { smallestTail } from './boundaries.ts';
import {
	contextRoom,
	hasNoRoomForWords,
	isBudgetTooSmall,
	type CompactionSettings,
} from './budgets.ts';
import type { UserEdits } from '../summary/userEdits.ts';
import { userEditsOf } from './changes.ts';
import type { CompactionRecord } from './record.ts';
import { renderContext } from './render.ts';
import {
	fittingPlan,
	replacedRange,
	candidatePlan,
	type PlanInput,
	type CandidatePlan,
} from './candidatePlan.ts';

/** What a compaction will do: decided before any summariser is called. */
export interface CompactionPlan extends Pick<CandidatePlan, 'layout' | 'fresh' | 'budget'> {
	readonly input: PlanInput;
	readonly pairs: ToolPairs;
	/** The user's edits that the summary must respect. */
	readonly userEdits: UserEdits;
	/** Tokens of the present context. */
	readonly tokensBefore: number;
}

/** Why there is nothing to compact. */
export type NothingToDo = 'too-short' | 'empty-middle' | 'too-little' | 'nothing-new';

/** A plan, or why there is none. */
export type PlanOutcome =
	| { readonly kind: 'plan'; readonly plan: CompactionPlan }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** The effects of a compaction. No model was called. Tokens. */
export interface Preview {
	readonly focus?: string;
	/** Before the summary, verbatim except for digests. Log indices. */
	readonly head: LogRange;
	/** What the summary will cover. */
	readonly summarised: LogRange;
	readonly tail: LogRange;
	/** Messages of head and tail that are shortened. */
	readonly digested: number;
	/** Present size of a request, tokens. */
	readonly before: number;
	/** The provider or the session has counted that size; absent: it is an estimate. */
	readonly isReported?: true;
	/** Expected size of a request with a summary of maximum length, tokens. */
	readonly after: number;
	/** Maximum size of the summary, tokens. */
	readonly summary: number;
}

/**
 * Decides head, middle and tail, and every stand-in. Pure: the same input gives the same plan. If the usual tail leaves
 * too little for a summary, a requested compaction takes everything except the smallest tail.
 */
export function planCompaction(input: PlanInput): PlanOutcome {
	const { previous, settings, trigger } = input;
	const usual = planned(input);
	if (usual.kind === 'plan' || trigger !== 'manual' || previous !== undefined) {
		return usual;
	}
	const largest = planned({ ...input, settings: { ...settings, tailTokens: 0 } });
	return largest.kind === 'plan' ? largest : usual;
}

function planned(input: PlanInput): PlanOutcome {
	const { log, previous, settings } = input;
	const before = renderContext(log, previous ?? input.pruning);
	// Only a context that does not fit may keep more than a compaction usually does.
	const isCrowded = before.tokens > contextRoom(settings);
	if (isTooShort(log, previous, settings, before.tokens)) {
		return { kind: 'nothing-to-do', reason: 'too-short' };
	}
	const pairs = pairTools(log);
	const userEdits = input.userEdits ?? userEditsOf(previous);
	const candidate = isCrowded
		? fittingPlan(input, pairs, userEdits)
		: candidatePlan(input, pairs, userEdits, replacedRange(input, pairs));
	if (candidate === undefined) {
		return { kind: 'nothing-to-do', reason: 'empty-middle' };
	}
	if (isTooSmall(input, candidate, isCrowded)) {
		return { kind: 'nothing-to-do', reason: 'too-little' };
	}
	if (previous !== undefined && !hasNews(input, previous, candidate, isCrowded)) {
		return { kind: 'nothing-to-do', reason: 'nothing-new' };
	}
	const { layout, fresh, budget } = candidate;
	return {
		kind: 'plan',
		plan: {
			input,
			pairs,
			layout,
			fresh,
			userEdits,
			budget,
			tokensBefore: before.tokens,
		},
	};
}

/**
 * Whether a log that was never compacted has too few messages for a middle between the verbatim parts.
 * @param tokens Of its context.
 */
export function isTooShort(
	log: Log,
	previous: CompactionRecord | undefined,
	settings: CompactionSettings,
	tokens: number,
): boolean {
	return (
		previous === undefined &&
		log.length <= settings.protectFirst + smallestTail + 1 &&
		tokens <= contextRoom(settings)
	);
}

/**
 * Minimum size of new turns relative to the earlier handoff. With less, the new handoff could not be as long as the
 * earlier one, and would lose some of its content.
 */
const minNews = 0.3;

/** Whether there is enough to add to the active summary, or the context must shrink anyway. */
function hasNews(
	input: PlanInput,
	previous: CompactionRecord,
	{ layout: { range }, freshTokens }: CandidatePlan,
	isCrowded: boolean,
): boolean {
	if (range.end <= previous.layout.range.end) {
		return false;
	}
	return (
		isCrowded ||
		input.trigger === 'overflow' ||
		(input.log.length > previous.logLength && freshTokens >= minNews * previous.tokens.summary)
	);
}

/**
 * Whether the context fits and its handoff would have hardly any content. For a requested compaction, that means no room
 * for the user's words or the present state.
 */
function isTooSmall(
	input: PlanInput,
	{ budget, layout }: CandidatePlan,
	isCrowded: boolean,
): boolean {
	const { log, previous, settings, trigger } = input;
	if (previous !== undefined || isCrowded || trigger === 'overflow') {
		return false;
	}
	return trigger === 'automatic'
		? isBudgetTooSmall(budget, settings)
		: hasNoRoomForWords(budget, userTokensBeforeLatest(log, layout.range));
}
