/** Who or what asked for a compaction; `overflow` is a provider's "context length exceeded". */
export type Trigger = 'manual' | 'automatic' | 'overflow';

/** A compaction that saves less than this share did not help. */
const worthwhileSaving = 0.1;

/** Unhelpful compactions in a row after which automatic ones rest. */
const unhelpfulInARow = 2;

/** How many times larger what can be compacted has to be before they go on. */
const growth = 1.25;

/** Whether compacting this conversation still helps. Stored with the conversation. */
export interface ThrashGuard {
	/** Compactions in a row that saved too little. */
	readonly unhelpful: number;
	/**
	 * Automatic compactions rest until what can be compacted has this many tokens; absent: they do
	 * not rest.
	 */
	readonly restsUntil?: number;
}

/** The guard of a conversation that was never compacted. */
export const freshGuard: ThrashGuard = { unhelpful: 0 };

/**
 * The guard after a compaction. Sizes are tokens of what can be compacted: no compaction makes
 * system prompt and tools smaller.
 * @param after From the next size a provider reports, where it does; else our own count.
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

/** Whether automatic compactions rest. @param compactible Tokens of what can be compacted. */
export function isResting({ restsUntil }: ThrashGuard, compactible: number): boolean {
	return restsUntil !== undefined && compactible < restsUntil;
}
