import { latestFromPerson, userTokensBeforeLatest } from '../messages/userTurns.ts';
import type { Log, LogRange } from '../messages/message.ts';
import { insideGroups, type ToolPairs } from '../messages/toolPairs.ts';
import type { SummaryRequest } from '../summary/summariser.ts';
import { bodyStart, frozenEnd, headEnd, legalCuts, tailStart, tokensIn } from './boundaries.ts';
import {
	budgetForUserText,
	budgetWithKept,
	contextRoom,
	emptyHandoff,
	summaryBudget,
	tailBudget,
	type CompactionSettings,
} from './budgets.ts';
import { keptTokens, type UserEdits } from '../summary/userEdits.ts';
import { asPruned, withPruning } from './prune.ts';
import { pruneContext, type PruningContext } from './standIns.ts';
import type { CompactionRecord, Layout, MessageEdit, Trigger } from './record.ts';
import { neighboursOfSummary, renderContext } from './render.ts';
import { thresholdsOf } from './thresholds.ts';
import { digestOlder, fitTail } from './windowFit.ts';

/** Plans what replacing a range does to the context: the layout, the content, and the handoff's budget. */

/** Inputs of a plan. All its decisions follow from these values alone. */
export interface PlanInput
	extends Pick<SummaryRequest, 'log' | 'focus' | 'earlierRequest' | 'counter' | 'recallHandle'> {
	/** The active compaction, which the new one updates. */
	readonly previous?: CompactionRecord;
	/** The active record if there is no summary yet: a pruning, whose stand-ins are in the context. */
	readonly pruning?: CompactionRecord;
	/** The user's edits of statements; absent: those of `previous`. */
	readonly userEdits?: UserEdits;
	readonly trigger: Trigger;
	readonly settings: CompactionSettings;
}

/** The effects of one choice of a range. */
export interface CandidatePlan {
	readonly layout: Layout;
	/** Parts of the range that the previous summary does not cover, in order. */
	readonly fresh: readonly LogRange[];
	/** Maximum size of the whole handoff, tokens. */
	readonly budget: number;
	readonly freshTokens: number;
}

/** Undefined if the range is empty. */
export function candidatePlan(
	input: PlanInput,
	pairs: ToolPairs,
	userEdits: UserEdits,
	range: LogRange,
): CandidatePlan | undefined {
	if (range.end <= range.start) {
		return undefined;
	}
	const { log, previous, settings, counter } = input;
	const fresh = freshParts(range, previous);
	const pruned = asPruned(log, input.pruning);
	const freshTokens = fresh.reduce((sum, part) => sum + tokensIn(pruned, part), 0);
	const earlier = previous?.tokens.summary ?? 0;
	const replaced = earlier + freshTokens;
	const usual = summaryBudget(tokensIn(log, range), replaced, settings, earlier);
	const budget = budgetWithKept(
		budgetForUserText(usual, userTokensBeforeLatest(log, range), replaced, settings),
		keptTokens(userEdits, counter),
	);
	return { layout: layoutOf(input, pairs, range), fresh, freshTokens, budget };
}

/**
 * A candidate whose context fits the window, if there is one. Tries the usual range, then one without a protected
 * start, then ever smaller tails. The latest request always stays verbatim.
 */
export function fittingPlan(
	input: PlanInput,
	pairs: ToolPairs,
	userEdits: UserEdits,
): CandidatePlan | undefined {
	const { log, previous, settings } = input;
	const covered = previous?.layout.range.end ?? 0;
	const attempt = (range: LogRange): FittedPlan | undefined =>
		range.end > covered ? fitToWindow(input, pairs, userEdits, range) : undefined;
	const usual = replacedRange(input, pairs);
	const first = attempt(usual);
	if (first !== undefined && first.excess <= 0) {
		return first.candidate;
	}
	const unprotected = replacedRange(
		{ ...input, settings: { ...settings, protectFirst: 0 } },
		pairs,
	);
	const legal = legalCuts(log, insideGroups(log, pairs), pairs);
	const ends = legal.flatMap((isLegal, end) => (isLegal && end > unprotected.end ? [end] : []));
	const smaller = fittingRange(unprotected, ends, attempt);
	const isBetter = smaller !== undefined && smaller.excess < (first?.excess ?? Infinity);
	return (isBetter ? smaller : first)?.candidate;
}

/** A candidate with as many stand-ins as necessary, and the tokens that still exceed the window. */
interface FittedPlan {
	readonly candidate: CandidatePlan;
	readonly excess: number;
}

function fitToWindow(
	input: PlanInput,
	pairs: ToolPairs,
	userEdits: UserEdits,
	range: LogRange,
): FittedPlan | undefined {
	const candidate = candidatePlan(input, pairs, userEdits, range);
	if (candidate === undefined) {
		return undefined;
	}
	const { log, settings } = input;
	const excessOf = ({ layout, budget }: CandidatePlan): number => {
		// The handoff is not written yet; its size is at most its budget and at least that of an empty one.
		const tokens = { summary: Math.max(budget, emptyHandoff) };
		return renderContext(log, { layout, handoff: '', tokens }).tokens - contextRoom(settings);
	};
	const excess = excessOf(candidate);
	if (excess <= 0) {
		return { candidate, excess };
	}
	const tail = { start: range.end, end: log.length };
	const edits = fitTail(pruningOf(input, pairs), tail, candidate.layout.edits, excess);
	const fitted = { ...candidate, layout: { ...candidate.layout, edits } };
	return { candidate: fitted, excess: excessOf(fitted) };
}

/**
 * The range whose context fits the window and keeps the most verbatim: one without a protected start, or else one with
 * a smaller tail. If none fits: the one that comes closest.
 * @param unprotected The range without a protected start.
 * @param ends Possible later ends of that range, in order.
 * @param attempt Undefined if a range leaves nothing to summarise.
 */
function fittingRange(
	unprotected: LogRange,
	ends: readonly number[],
	attempt: (range: LogRange) => FittedPlan | undefined,
): FittedPlan | undefined {
	const tried: FittedPlan[] = [];
	const fits = (range: LogRange): FittedPlan | undefined => {
		const one = attempt(range);
		tried.push(...(one === undefined ? [] : [one]));
		return one !== undefined && one.excess <= 0 ? one : undefined;
	};
	return (
		fits(unprotected) ??
		firstFitting(ends, (end) => fits({ ...unprotected, end })) ??
		tried.toSorted((a, b) => a.excess - b.excess)[0]
	);
}

/** A binary search: a later end leaves a smaller tail. */
function firstFitting(
	ends: readonly number[],
	fits: (end: number) => FittedPlan | undefined,
): FittedPlan | undefined {
	let [low, high] = [0, ends.length];
	let found: FittedPlan | undefined;
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		const one = fits(ends[middle] ?? 0);
		found = one ?? found;
		[low, high] = one === undefined ? [middle + 1, high] : [low, middle];
	}
	return found;
}

/** The range that a summary made now would cover; empty if there is nothing between head and tail. */
export function replacedRange(
	{ log, previous, settings, trigger }: PlanInput,
	pairs: ToolPairs,
): LogRange {
	const inside = insideGroups(log, pairs);
	const budget = tailBudget(settings, trigger);
	const start =
		previous === undefined
			? headEnd(log, inside, latestFromPerson(log), {
					protectFirst: settings.protectFirst,
					tailBudget: budget,
					window: settings.window,
				})
			: frozenEnd(log, settings.window);
	const from = Math.max(start, previous?.layout.range.end ?? 0);
	const legal = legalCuts(log, inside, pairs);
	return { start, end: tailStart(log, legal, from, budget, trigger === 'overflow') };
}

/** The parts of a range that the earlier summary does not cover. */
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
	const headStart = bodyStart(input.log);
	return completeLayout(input.log, {
		range,
		headStart,
		edits: editsOf(input, pairs, { range, headStart }),
	});
}

function editsOf(
	input: PlanInput,
	pairs: ToolPairs,
	parts: Pick<Layout, 'range' | 'headStart'>,
): readonly MessageEdit[] {
	const context = pruningOf(input, pairs);
	const head = { start: parts.headStart, end: parts.range.start };
	const tail = { start: parts.range.end, end: input.log.length };
	const edits = withPruning(input.pruning, pruneContext(context, head, tail), tail);
	const { hard } = thresholdsOf(input.settings);
	return input.trigger === 'overflow'
		? digestOlder(context, tail, edits, tokensIn(input.log, tail) - hard / 2)
		: edits;
}

function pruningOf({ log, counter, recallHandle }: PlanInput, pairs: ToolPairs): PruningContext {
	return { log, pairs, counter, recall: recallHandle !== undefined };
}

/** Completes a layout: whether the latest request follows the summary, and the summary's role. */
export function completeLayout(log: Log, parts: Omit<Layout, 'latestUser' | 'placement'>): Layout {
	const latest = latestFromPerson(log);
	const repeated = latest >= 0 && latest < parts.range.end ? { latestUser: latest } : {};
	return { ...parts, ...repeated, placement: placementOf(log, { ...parts, ...repeated }) };
}

/** The summary's role: it alternates with both neighbours if it can, and the first row is never the assistant's. */
function placementOf(
	log: Log,
	parts: Pick<Layout, 'range' | 'headStart' | 'latestUser'>,
): Layout['placement'] {
	const { before, after } = neighboursOfSummary(log, parts);
	const isAssistants =
		before === 'user' ? after !== 'assistant' : before === 'tool' && after === 'user';
	return isAssistants ? 'assistant' : 'user';
}
