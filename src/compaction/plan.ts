import { saidBeforeLatest } from '../messages/userTurns.ts';
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

/** What a compaction will do: decided before any summariser is asked. */
export interface CompactionPlan extends Pick<CandidatePlan, 'layout' | 'fresh' | 'budget'> {
	readonly input: PlanInput;
	readonly pairs: ToolPairs;
	/** What the summary has to keep and to leave out. */
	readonly wishes: UserEdits;
	/** The context as it is now. */
	readonly before: { readonly tokens: number; readonly messages: number };
}

/** Why there is nothing to compact. */
export type NothingToDo = 'too-short' | 'empty-middle' | 'too-little' | 'nothing-new';

/** A plan, or why there is none. */
export type PlanOutcome =
	| { readonly kind: 'plan'; readonly plan: CompactionPlan }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** What a compaction would do. No model was asked. Tokens. */
export interface Preview {
	readonly id: number;
	readonly focus?: string;
	/** In front of the summary, word for word but for digests. Log indices. */
	readonly head: LogRange;
	/** What the summary will stand for. */
	readonly summarised: LogRange;
	readonly tail: LogRange;
	/** Messages of head and tail that are shortened. */
	readonly digested: number;
	/** What a request carries now, tokens. */
	readonly before: number;
	/** The provider or the session has counted that size; absent: it is an estimate. */
	readonly isReported?: true;
	/** What a request is expected to carry with a summary as long as it may become, tokens. */
	readonly after: number;
	/** The longest the summary may become, tokens. */
	readonly summary: number;
}

/**
 * Decides what is head, middle and tail, and every stand-in. Pure: same input, same plan. Where the usual tail
 * leaves too little to tell, what a person asked for takes all but the smallest tail.
 */
export function planCompaction(input: PlanInput): PlanOutcome {
	const { previous, settings, trigger } = input;
	const usual = planned(input);
	if (usual.kind === 'plan' || trigger !== 'manual' || previous !== undefined) {
		return usual;
	}
	const most = planned({ ...input, settings: { ...settings, tailTokens: 0 } });
	return most.kind === 'plan' ? most : usual;
}

function planned(input: PlanInput): PlanOutcome {
	const { log, previous, settings } = input;
	const before = renderContext(log, previous ?? input.pruning);
	// Only what does not fit as it is may leave more than a compaction usually does.
	const isCrowded = before.tokens > contextRoom(settings);
	if (isTooShort(log, previous, settings, before.tokens)) {
		return { kind: 'nothing-to-do', reason: 'too-short' };
	}
	const pairs = pairTools(log);
	const wishes = input.userEdits ?? userEditsOf(previous);
	const sketch = isCrowded
		? fittingPlan(input, pairs, wishes)
		: candidatePlan(input, pairs, wishes, replacedRange(input, pairs));
	if (sketch === undefined) {
		return { kind: 'nothing-to-do', reason: 'empty-middle' };
	}
	if (isTooSmall(input, sketch, isCrowded)) {
		return { kind: 'nothing-to-do', reason: 'too-little' };
	}
	if (previous !== undefined && !hasNews(input, previous, sketch, isCrowded)) {
		return { kind: 'nothing-to-do', reason: 'nothing-new' };
	}
	const { layout, fresh, budget } = sketch;
	return {
		kind: 'plan',
		plan: {
			input,
			pairs,
			layout,
			fresh,
			wishes,
			budget,
			before: { tokens: before.tokens, messages: before.messages.length },
		},
	};
}

/**
 * Whether a log that was never compacted has too few messages for anything to lie between what is kept word for word.
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
 * Share of the earlier handoff that new turns must come to. With less the new one could not be as
 * long as the earlier one, and would lose what that had kept.
 */
const leastNews = 0.3;

/** Whether there is enough to add to the active summary; what does not fit has to make room anyway. */
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
		(input.log.length > previous.logLength && freshTokens >= leastNews * previous.tokens.summary)
	);
}

/**
 * It fits as it is, and its handoff would say next to nothing. To what somebody asked for, that is a
 * handoff without room for what the person said or how things stand.
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
		: hasNoRoomForWords(budget, saidBeforeLatest(log, layout.range));
}
