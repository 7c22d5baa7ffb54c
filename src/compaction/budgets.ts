import { noOverhead, overheadTokens } from './overhead.ts';
import type { Trigger } from './policy.ts';
import {
	defaultSoftRatio,
	largestRequest,
	thresholdsOf,
	type ThresholdSettings,
} from './thresholds.ts';

/** How many tokens tail and handoff may take. */

/** What decides how much a compaction keeps. Sizes are tokens. */
export interface CompactionSettings extends ThresholdSettings {
	/** Messages kept verbatim behind the system prompt by the first compaction. */
	readonly protectFirst: number;
	/** Share of the hard threshold the tail may take; clamped to 0.10 … 0.80. */
	readonly tailRatio: number;
	/** Tokens the tail may take; wins over `tailRatio`. */
	readonly tailTokens?: number;
	/** Tokens the whole handoff may take; wins over the rule of {@link summaryBudget}. */
	readonly summaryTokens?: number;
	/** Share of the handoff that verbatim messages of the person may take, 0 to 1. */
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

/** Share of the room beside the overhead up to which a handoff's smallest size goes before the upper bound. */
const heldShare = 1 / 3;

/** After an overflow the tail gets this share of its usual budget: room matters more. */
const overflowTailShare = 0.5;

/** Share of the middle a summary may take, and the bounds of that. */
const middleShare = 0.2;
const smallestSummary = 2_000;
const windowShare = 0.05;
const largestSummary = 12_000;

/** A handoff larger than this share of what it replaces would hardly be worth reading. */
const replacedShare = 0.6;

/** What a person asked for, and what an earlier handoff had, may take nearly all of it. */
const largestReplacedShare = 0.9;

/** How much longer than the handoff it updates a small one may be, so that the news have room too. */
const updateGrowth = 1.25;

/** A handoff's titles and prefix take half of this; with less there is no room for what happened. */
const leastTelling = 800;

/** What a handoff takes that says next to nothing: prefix, titles, end line. Tokens. */
export const emptyHandoff = 400;

/** Tokens in which a handoff can tell how files, checks and errors stand. */
const leastState = 200;

/** Long messages of a person can be cut to about so many tokens in all and still say what is wanted. */
const cutWords = 100;

/** Share of the window that what a person keeps may take (law 5). */
const largestKeptShare = 0.1;

/** Share of a handoff's budget that kept items take from it; what exceeds that comes on top. */
const keptShare = 0.5;

/** Tokens of what every request carries beside the conversation. */
export function overheadOf({ overhead = noOverhead }: CompactionSettings): number {
	return overheadTokens(overhead);
}

/** What the hard threshold leaves for the conversation, tokens. */
export function roomOf(settings: CompactionSettings): number {
	return Math.max(0, thresholdsOf(settings).hard - overheadOf(settings));
}

/** What the model's window holds of the conversation beside a reply, tokens. */
export function contextRoom(settings: CompactionSettings): number {
	return Math.max(0, largestRequest(settings) - overheadOf(settings));
}

/**
 * Share of the tail that stays of an answered task: its recent end is read again by every compaction, and is needed
 * less than that of a task that goes on. Measured with `bench/promptCache.ts`.
 */
const answeredTailShare = 0.25;

/** The settings of a compaction that nobody asked for, while no task goes on. */
export function betweenTaskSettings(settings: CompactionSettings): CompactionSettings {
	const { tailTokens = Math.floor(tailBudget(settings, 'automatic') * answeredTailShare) } =
		settings;
	return { ...settings, tailTokens };
}

/** The tail's budget, tokens: its share of the room that is left beside the overhead. */
export function tailBudget(settings: CompactionSettings, trigger: Trigger): number {
	const ratio = Math.min(largestTailRatio, Math.max(smallestTailRatio, settings.tailRatio));
	const budget = settings.tailTokens ?? Math.floor(ratio * roomOf(settings));
	return trigger === 'overflow' ? Math.floor(budget * overflowTailShare) : budget;
}

/**
 * The handoff's budget, tokens: a fifth of the middle, at least 2,000, at most 12,000 and a
 * twentieth of the window. Where the bounds cross, the lower one wins as long as the window holds it.
 * @param middle Tokens of everything the summary stands for.
 * @param replaced Tokens that leave the context for it.
 * @param previous Tokens of the handoff it updates; 0 without one. The new one may be longer, or
 * every small addition would wear away what earlier ones kept.
 */
export function summaryBudget(
	middle: number,
	replaced: number,
	settings: CompactionSettings,
	previous = 0,
): number {
	const most = largestReplacedShare * replaced;
	if (settings.summaryTokens !== undefined) {
		return Math.floor(Math.min(settings.summaryTokens, most));
	}
	const upper = largestHandoffOf(settings);
	const rule = Math.min(Math.max(middleShare * middle, smallestSummary), upper);
	const worthwhile = Math.max(replacedShare * replaced, Math.min(updateGrowth * previous, most));
	return Math.floor(Math.min(rule, worthwhile));
}

/**
 * Whether so little would be replaced that a handoff of it could tell next to nothing: the messages
 * themselves take hardly more.
 * @param budget Tokens of the handoff, by {@link summaryBudget}.
 */
export function isBudgetTooSmall(budget: number, settings: CompactionSettings): boolean {
	return budget < Math.min(leastTelling, largestHandoffOf(settings));
}

/**
 * A handoff's budget with room for what the person said, or how things stand where that is all there is
 * to tell; tokens.
 * @param budget By {@link summaryBudget}.
 * @param said Tokens of what the person said in what the summary stands for.
 * @param replaced Tokens that leave the context for it.
 */
export function budgetForTelling(
	budget: number,
	said: number,
	replaced: number,
	settings: CompactionSettings,
): number {
	const needed = emptyHandoff + (said === 0 ? leastState : said);
	const most = Math.min(leastTelling, largestHandoffOf(settings), largestReplacedShare * replaced);
	return Math.max(budget, Math.floor(Math.min(needed, most)));
}

/** Whether a handoff has no room for what the person said, long messages cut, or for how things stand. */
export function hasNoRoomForWords(budget: number, said: number): boolean {
	return budget < emptyHandoff + (said === 0 ? leastState : Math.min(said, cutWords));
}

/** The most a handoff usually takes, tokens. */
export function largestHandoffOf(settings: CompactionSettings): number {
	const { window, summaryTokens } = settings;
	const held = Math.min(smallestSummary, heldShare * roomOf(settings));
	return summaryTokens ?? Math.max(held, Math.min(windowShare * window, largestSummary));
}

/**
 * A handoff's budget with what a person keeps, tokens: within its usual budget, as long as half of
 * that is left for everything else.
 * @param kept Tokens of the kept items.
 */
export function budgetWithKept(budget: number, kept: number): number {
	return Math.max(budget, Math.ceil(budget * (1 - keptShare) + kept));
}

/** How many tokens kept items may take, and up to how many they leave a handoff its usual size. */
export function keptBounds(settings: CompactionSettings): {
	readonly sensible: number;
	readonly most: number;
} {
	const most = Math.floor(largestKeptShare * settings.window);
	return { sensible: Math.min(most, Math.floor(keptShare * largestHandoffOf(settings))), most };
}
