import type { Trigger } from './record.ts';

/** A compaction that saves less than this share counts as unhelpful. */
const worthwhileSaving = 0.1;

/** Consecutive unhelpful compactions after which automatic ones rest. */
const unhelpfulInARow = 2;

/** Automatic compactions resume when the compactible part has grown by this factor. */
const growth = 1.25;

/** Whether compacting this conversation still helps. Stored with the conversation. */
export interface ThrashGuard {
	/** Consecutive compactions that saved too little. */
	readonly unhelpful: number;
	/** Automatic compactions rest until the compactible part has this many tokens; absent: they do not rest. */
	readonly restsUntil?: number;
}

/** The guard of a conversation that was never compacted. */
export const freshGuard: ThrashGuard = { unhelpful: 0 };

/**
 * The guard after a compaction. Sizes are tokens of the compactible part: no compaction reduces system prompt and
 * tools.
 * @param after From the next size that a provider reports, if it reports any; else our own count.
 */
export function guardAfter(
	guard: ThrashGuard,
	compaction: { readonly trigger: Trigger; readonly before: number; readonly after: number },
): ThrashGuard {
	if (compaction.trigger === 'manual') {
		return freshGuard;
	}
	const saved = compaction.before - compaction.after;
	if (saved > 0 && saved >= worthwhileSaving * compaction.before) {
		return freshGuard;
	}
	const unhelpful = guard.unhelpful + 1;
	return unhelpful < unhelpfulInARow
		? { unhelpful }
		: { unhelpful, restsUntil: Math.ceil(growth * Math.max(0, compaction.after)) };
}

/** Whether automatic compactions rest. @param compactible Tokens of the compactible part. */
export function isResting({ restsUntil }: ThrashGuard, compactible: number): boolean {
	return restsUntil !== undefined && compactible < restsUntil;
}
