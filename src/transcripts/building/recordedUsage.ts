import type { RecordedUsage } from '../reader.ts';

/** Smaller ones are placeholders. */
const smallestWindow = 4_000;

function isCount(value: unknown, least: number): value is number {
	return Number.isSafeInteger(value) && Number(value) >= least;
}

/** What a session records of its context; undefined where the number is none, or a placeholder. */
export function recordedUsage(
	used: number | null | undefined,
	window: number | null | undefined,
	atMessage: number,
): RecordedUsage | undefined {
	return isCount(used, 1)
		? {
				usedTokens: used,
				...(isCount(window, smallestWindow) ? { windowTokens: window } : {}),
				atMessage,
			}
		: undefined;
}
