import { latestFromPerson } from '../messages/userTurns.ts';
import type { Log, LogRange, Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { insideGroups, pairTools, type ToolPairs } from '../messages/toolPairs.ts';
import { bodyStart, headEnd, legalCuts, smallestTail, tailStart, tokensIn } from './boundaries.ts';
import { budgetWithKept, summaryBudget, tailBudget, type CompactionSettings } from './budgets.ts';
import { keptTokens, type ItemWishes } from '../summary/wishes.ts';
import { wishesOf } from './changes.ts';
import type { Trigger } from './policy.ts';
import { pruneContext, pruneTail, type PruningContext } from './pruning.ts';
import type { CompactionRecord, Layout, MessageEdit } from './record.ts';
import { neighboursOfSummary, renderContext } from './render.ts';
import { thresholdsOf } from './thresholds.ts';

/** What a plan is made from. Everything it decides follows from these values alone. */
export interface PlanInput {
	readonly log: Log;
	/** The active compaction, which the new one updates. */
	readonly previous?: CompactionRecord;
	/** What a person decided about statements; absent: what `previous` says. */
	readonly wishes?: ItemWishes;
	readonly trigger: Trigger;
	readonly focus?: string;
	/** The person's request, where a client has put a summary in its place: the log does not have it. */
	readonly asked?: string;
	readonly settings: CompactionSettings;
	readonly counter: TokenCounter;
	/** Handle for the recall tool; absent where the assistant does not have it. */
	readonly recallHandle?: string;
}

/** What a compaction will do: decided before any summariser is asked. */
export interface CompactionPlan {
	readonly input: PlanInput;
	readonly pairs: ToolPairs;
	readonly layout: Layout;
	/** Parts of the range the previous summary does not cover, in order. */
	readonly fresh: readonly LogRange[];
	/** What the summary has to keep and to leave out. */
	readonly wishes: ItemWishes;
	/** Bound of the whole handoff, tokens. */
	readonly budget: number;
	/** The context as it is now. */
	readonly before: { readonly tokens: number; readonly messages: number };
}

/** Why there is nothing to compact. */
export type NothingToDo = 'too-short' | 'empty-middle' | 'nothing-new';

/** A plan, or why there is none. */
export type PlanOutcome =
	| { readonly kind: 'plan'; readonly plan: CompactionPlan }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** Decides what is head, middle and tail, and every stand-in. Pure: same input, same plan. */
export function planCompaction(input: PlanInput): PlanOutcome {
	const { log, previous, settings } = input;
	if (previous === undefined && log.length <= settings.protectFirst + smallestTail + 1) {
		return { kind: 'nothing-to-do', reason: 'too-short' };
	}
	const pairs = pairTools(log);
	const range = replacedRange(input, pairs);
	if (range.end <= range.start) {
		return { kind: 'nothing-to-do', reason: 'empty-middle' };
	}
	const fresh = freshParts(range, previous);
	const freshTokens = fresh.reduce((sum, part) => sum + tokensIn(log, part), 0);
	if (previous !== undefined && !hasNews(input, previous, range, freshTokens)) {
		return { kind: 'nothing-to-do', reason: 'nothing-new' };
	}
	const before = renderContext(log, previous);
	const earlier = previous?.tokens.summary ?? 0;
	const wishes = input.wishes ?? wishesOf(previous);
	return {
		kind: 'plan',
		plan: {
			input,
			pairs,
			layout: layoutOf(input, pairs, range),
			fresh,
			wishes,
			budget: budgetWithKept(
				summaryBudget(tokensIn(log, range), earlier + freshTokens, settings, earlier),
				keptTokens(wishes, input.counter),
			),
			before: { tokens: before.tokens, messages: before.messages.length },
		},
	};
}

/**
 * Share of the earlier handoff that new turns must come to. With less the new one could not be as
 * long as the earlier one, and would lose what that had kept.
 */
const leastNews = 0.3;

/** Whether there is enough to add to the active summary; an overflow has to make room anyway. */
function hasNews(
	input: PlanInput,
	previous: CompactionRecord,
	range: LogRange,
	freshTokens: number,
): boolean {
	if (range.end <= previous.layout.range.end) {
		return false;
	}
	return (
		input.trigger === 'overflow' ||
		(input.log.length > previous.logLength && freshTokens >= leastNews * previous.tokens.summary)
	);
}

/** What a summary made now would stand for; empty where nothing lies between head and tail. */
export function replacedRange(
	{
		log,
		previous,
		settings,
		trigger,
	}: Pick<PlanInput, 'log' | 'previous' | 'settings' | 'trigger'>,
	pairs: ToolPairs,
): LogRange {
	const inside = insideGroups(log, pairs);
	const budget = tailBudget(settings, trigger);
	const start =
		previous === undefined
			? headEnd(log, inside, latestFromPerson(log), {
					protectFirst: settings.protectFirst,
					tailBudget: budget,
				})
			: bodyStart(log);
	const from = Math.max(start, previous?.layout.range.end ?? 0);
	const legal = legalCuts(log, inside, pairs);
	return { start, end: tailStart(log, legal, from, budget, trigger === 'overflow') };
}

/** What of a range the earlier summary does not cover. */
export function freshParts(range: LogRange, previous: CompactionRecord | undefined): LogRange[] {
	if (previous === undefined) {
		return [range];
	}
	const covered = previous.layout.range;
	return [
		{ start: range.start, end: covered.start },
		{ start: covered.end, end: range.end },
	].filter((part) => part.end > part.start);
}

function layoutOf(input: PlanInput, pairs: ToolPairs, range: LogRange): Layout {
	const { log } = input;
	const latest = latestFromPerson(log);
	const parts = {
		range,
		headStart: bodyStart(log),
		...(latest >= 0 && latest < range.end ? { latestUser: latest } : {}),
	};
	return { ...parts, edits: editsOf(input, pairs, parts), placement: placementOf(log, parts) };
}

function editsOf(
	input: PlanInput,
	pairs: ToolPairs,
	parts: Pick<Layout, 'range' | 'headStart'>,
): MessageEdit[] {
	const context: PruningContext = {
		log: input.log,
		pairs,
		counter: input.counter,
		recall: input.recallHandle !== undefined,
	};
	const head = { start: parts.headStart, end: parts.range.start };
	const tail = { start: parts.range.end, end: input.log.length };
	const edits = pruneContext(context, head, tail);
	if (input.trigger !== 'overflow') {
		return edits;
	}
	const hard = thresholdsOf(input.settings).hard;
	const digests = pruneTail(context, tail, tokensIn(input.log, tail) - hard / 2);
	const digested = new Set(digests.map((edit) => edit.message));
	return [...edits.filter((edit) => !digested.has(edit.message)), ...digests].sort(
		(a, b) => a.message - b.message,
	);
}

/** The summary's role: alternation holds on both sides, and the first row is never the assistant's. */
export function placementOf(
	log: Log,
	parts: Pick<Layout, 'range' | 'headStart' | 'latestUser'>,
): Layout['placement'] {
	const { before, after } = neighboursOfSummary(log, parts);
	const preferred = before === 'user' ? 'assistant' : 'user';
	if (preferred !== after) {
		return preferred;
	}
	const flipped = preferred === 'user' ? 'assistant' : 'user';
	return canStandBehind(flipped, before) ? flipped : 'merged';
}

function canStandBehind(role: 'user' | 'assistant', before: Message['role'] | undefined): boolean {
	return before !== role && !(before === undefined && role === 'assistant');
}
