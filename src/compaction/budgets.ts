import { noOverhead, overheadTokens } from './overhead.ts';
import type { Trigger } from './record.ts';
import {
	defaultSoftRatio,
	largestRequest,
	thresholdsOf,
	type ThresholdSettings,
} from './thresholds.ts';

/** Token budgets of tail and handoff. */

/** Settings that determine how much a compaction keeps. Sizes are tokens. */
export interface CompactionSettings extends ThresholdSettings {
	/** Messages that the first compaction keeps verbatim after the system prompt. */
	readonly protectFirst: number;
	/** Share of the hard threshold the tail may take; clamped to 0.10 … 0.80. */
	readonly tailRatio: number;
	/** Token limit of the tail; overrides `tailRatio`. */
	readonly tailTokens?: number;
	/** Token limit of the whole handoff; overrides the rule of {@link summaryBudget}. */
	readonly summaryTokens?: number;
	/** Share of the handoff for the user's verbatim messages, 0 to 1. */
	readonly userMessageShare: number;
}

/** The defaults of every setting. */
export const defaultSettings: CompactionSettings = {
	window: 200_000,
	softRatio: defaultSoftRatio,
	reservedReply: 8_192,
	protectFirst: 3,
	tailRatio: 0.2,
	userMessageShare: 0.4,
};

const smallestTailRatio = 0.1;
const largestTailRatio = 0.8;

/** Share of the conversation's room up to which a handoff's minimum size overrides its upper bound. */
const minimumShare = 1 / 3;

/** After an overflow the tail gets this share of its usual budget, because room matters more. */
const overflowTailShare = 0.5;

/** Share of the middle that a summary may take, and its bounds. */
const middleShare = 0.2;
const smallestSummary = 2_000;
const windowShare = 0.05;
const largestSummary = 12_000;

/** A handoff larger than this share of what it replaces is hardly worthwhile. */
const replacedShare = 0.6;

/** A requested compaction, or an update of an earlier handoff, may take nearly all of it. */
const largestReplacedShare = 0.9;

/** How much longer than the handoff it updates a small one may be, so that new content fits too. */
const updateGrowth = 1.25;

/** A handoff's headings and prefix take half of this; with less there is no room for content. */
const smallestUseful = 800;

/** Tokens of a nearly empty handoff: prefix, headings, end line. */
export const emptyHandoff = 400;

/** Minimum tokens for the state of files, checks and errors. */
const smallestState = 200;

/** The user's long messages can be cut to about this many tokens in total and still convey the request. */
const cutWords = 100;

/** Share of the window that the user's kept items may take (law 5). */
const largestKeptShare = 0.1;

/** Share of a handoff's budget for kept items; the excess is added to the budget. */
const keptShare = 0.5;

/** Tokens that every request has in addition to the conversation. */
export function overheadOf({ overhead = noOverhead }: CompactionSettings): number {
	return overheadTokens(overhead);
}

/** Tokens that the hard threshold leaves for the conversation. */
export function roomOf(settings: CompactionSettings): number {
	return Math.max(0, thresholdsOf(settings).hard - overheadOf(settings));
}

/** Tokens of the model's window for the conversation, without a reply. */
export function contextRoom(settings: CompactionSettings): number {
	return Math.max(0, largestRequest(settings) - overheadOf(settings));
}

/**
 * Share of the tail that is kept after an answered task: every compaction reads its recent end again, and it is needed
 * less than that of an active task. Measured with `bench/promptCache.ts`.
 */
const answeredTailShare = 0.25;

/** The settings of an automatic compaction while no task is active. */
export function betweenTaskSettings(settings: CompactionSettings): CompactionSettings {
	const { tailTokens = Math.floor(tailBudget(settings, 'automatic') * answeredTailShare) } =
		settings;
	return { ...settings, tailTokens };
}

/** The tail's budget, tokens: its share of the conversation's room. */
export function tailBudget(settings: CompactionSettings, trigger: Trigger): number {
	const ratio = Math.min(largestTailRatio, Math.max(smallestTailRatio, settings.tailRatio));
	const budget = settings.tailTokens ?? Math.floor(ratio * roomOf(settings));
	return trigger === 'overflow' ? Math.floor(budget * overflowTailShare) : budget;
}

/**
 * The handoff's budget, tokens: a fifth of the middle, at least 2,000, at most 12,000 and a twentieth of the window. If
 * the bounds conflict, the lower one applies as long as it fits the window.
 * @param middle Tokens of everything the summary covers.
 * @param replaced Tokens that it removes from the context.
 * @param previous Tokens of the handoff it updates; 0 without one. The new one may be longer, or every small addition
 * would erode what earlier ones kept.
 */
export function summaryBudget(
	middle: number,
	replaced: number,
	settings: CompactionSettings,
	previous = 0,
): number {
	const max = largestReplacedShare * replaced;
	if (settings.summaryTokens !== undefined) {
		return Math.floor(Math.min(settings.summaryTokens, max));
	}
	const upper = largestHandoffOf(settings);
	const rule = Math.min(Math.max(middleShare * middle, smallestSummary), upper);
	const worthwhile = Math.max(replacedShare * replaced, Math.min(updateGrowth * previous, max));
	return Math.floor(Math.min(rule, worthwhile));
}

/**
 * Whether so little would be replaced that its handoff could say hardly anything: the messages themselves take hardly
 * more.
 * @param budget Tokens of the handoff, by {@link summaryBudget}.
 */
export function isBudgetTooSmall(budget: number, settings: CompactionSettings): boolean {
	return budget < Math.min(smallestUseful, largestHandoffOf(settings));
}

/**
 * A handoff's budget with room for the user's words, or for the present state if there is nothing else; tokens.
 * @param budget By {@link summaryBudget}.
 * @param userTokens Tokens of the user's words in the messages that the summary covers.
 * @param replaced Tokens that it removes from the context.
 */
export function budgetForUserText(
	budget: number,
	userTokens: number,
	replaced: number,
	settings: CompactionSettings,
): number {
	const needed = emptyHandoff + (userTokens === 0 ? smallestState : userTokens);
	const max = Math.min(smallestUseful, largestHandoffOf(settings), largestReplacedShare * replaced);
	return Math.max(budget, Math.floor(Math.min(needed, max)));
}

/** Whether a handoff has no room for the user's words, with long messages cut, or for the present state. */
export function hasNoRoomForWords(budget: number, userTokens: number): boolean {
	const needed = userTokens === 0 ? smallestState : Math.min(userTokens, cutWords);
	return budget < emptyHandoff + needed;
}

/** The usual maximum of a handoff, tokens. */
export function largestHandoffOf(settings: CompactionSettings): number {
	const { window, summaryTokens } = settings;
	const minimum = Math.min(smallestSummary, minimumShare * roomOf(settings));
	return summaryTokens ?? Math.max(minimum, Math.min(windowShare * window, largestSummary));
}

/**
 * A handoff's budget including kept items, tokens: within its usual budget, as long as half of that is left for
 * everything else.
 * @param kept Tokens of the kept items.
 */
export function budgetWithKept(budget: number, kept: number): number {
	return Math.max(budget, Math.ceil(budget * (1 - keptShare) + kept));
}

/** The maximum tokens of kept items, and the size up to which a handoff keeps its usual size. */
export function keptBounds(settings: CompactionSettings): {
	readonly sensible: number;
	readonly max: number;
} {
	const max = Math.floor(largestKeptShare * settings.window);
	return { sensible: Math.min(max, Math.floor(keptShare * largestHandoffOf(settings))), max };
}
