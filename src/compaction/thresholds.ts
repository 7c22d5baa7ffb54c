import { noOverhead, overheadTokens, type RequestOverhead } from './overhead.ts';

/** When a context is too full. All sizes are tokens. */

/** Inputs of the thresholds. */
export interface ThresholdSettings {
	/** The model's window. */
	readonly window: number;
	/** A ratio in (0, 1] of the window or an absolute count from 1,000; absent: the default rule. */
	readonly threshold?: number;
	/** Share of the hard threshold, less the overhead, at which background compaction starts, in (0, 1]. */
	readonly softRatio: number;
	/** Reserved for the model's reply. */
	readonly reservedReply: number;
	/** What every request has in addition to the conversation; absent: nothing. */
	readonly overhead?: RequestOverhead;
}

/** The size at which a compaction starts in the background, and the size from which nothing is sent without one. */
export interface Thresholds {
	readonly soft: number;
	readonly hard: number;
}

/** The default share. */
export const defaultSoftRatio = 0.8;

const defaultRatio = 0.5;
const defaultFloor = 64_000;
const defaultCeiling = 0.85;
/** Without this limit, models with a million tokens would never be compacted, and would be paid for in full. */
const defaultLimit = 256_000;
const settingCeiling = 0.95;
const smallestAbsolute = 1_000;

/** Default share of the window that is reserved for a reply, at most. */
export const largestDefaultReply = 1 / 4;

/** Whether a setting is a share of the window or a number of tokens; a mistyped percentage is neither. */
function isThreshold(setting: number): boolean {
	return (setting > 0 && setting <= 1) || (setting >= smallestAbsolute && Number.isFinite(setting));
}

/**
 * Both thresholds of a window. Invalid settings are ignored. There must be room for turns between the incompressible
 * part and the hard threshold, or each turn would be compacted at once.
 */
export function thresholdsOf(settings: ThresholdSettings): Thresholds {
	const hard = Math.floor(hardThreshold(settings));
	const overhead = Math.min(hard, overheadTokens(settings.overhead ?? noOverhead));
	return { soft: Math.floor(overhead + (hard - overhead) * settings.softRatio), hard };
}

/** The largest request: the window minus the reply, tokens. */
export function largestRequest(settings: ThresholdSettings): number {
	return Math.floor(settings.window - replyOf(settings));
}

/** A reservation that leaves a request less than the reply was not made for this window. */
function replyOf({ window, reservedReply }: ThresholdSettings): number {
	return reservedReply < window / 2 ? reservedReply : window * largestDefaultReply;
}

function hardThreshold(settings: ThresholdSettings): number {
	const { window, threshold } = settings;
	if (threshold === undefined || !isThreshold(threshold)) {
		const usual = Math.min(Math.max(defaultRatio * window, defaultFloor), defaultCeiling * window);
		return Math.min(usual, defaultLimit, largestRequest(settings));
	}
	const wanted = threshold <= 1 ? threshold * window : threshold;
	return Math.min(wanted, settingCeiling * window - replyOf(settings));
}
