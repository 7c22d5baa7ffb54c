import type { ContextSize } from './contextSize.ts';
import { stillNeededRatio, type Thresholds } from './thresholds.ts';

/** Who or what asked for a compaction; `overflow` is a provider's "context length exceeded". */
export type Trigger = 'manual' | 'automatic' | 'overflow';

/** Automatic attempts within one turn, at most. */
export const attemptsPerTurn = 3;

/** A compaction that saves less than this share did not help. */
const worthwhileSaving = 0.1;

/** Unhelpful compactions in a row after which automatic ones stop. */
export const unhelpfulInARow = 2;

/** Whether compacting this conversation still helps. Stored with the conversation. */
export interface ThrashGuard {
	/** Compactions in a row that saved too little. */
	readonly unhelpful: number;
}

/** The guard of a conversation that was never compacted. */
export const freshGuard: ThrashGuard = { unhelpful: 0 };

/**
 * The guard after a compaction.
 * @param after The next size a provider reports, where it does; else our own count. Tokens.
 */
export function guardAfter(
	guard: ThrashGuard,
	compaction: { readonly trigger: Trigger; readonly before: number; readonly after: number },
): ThrashGuard {
	if (compaction.trigger === 'manual') {
		return freshGuard;
	}
	const saved = compaction.before - compaction.after;
	return saved < worthwhileSaving * compaction.before
		? { unhelpful: guard.unhelpful + 1 }
		: freshGuard;
}

/** What to do before a request is sent. */
export type Preflight =
	| { readonly action: 'send' }
	/** Send now, compact meanwhile. */
	| { readonly action: 'compact-in-background' }
	/** Compact, then send. */
	| { readonly action: 'compact-first' }
	/** Send, and tell the person why nothing is compacted although the context is full. */
	| { readonly action: 'send-over-threshold'; readonly reason: 'not-helping' | 'attempts-used' };

/** Decides in constant time from the running size. */
export function preflight(
	size: ContextSize,
	thresholds: Thresholds,
	guard: ThrashGuard,
	attemptsThisTurn: number,
): Preflight {
	if (size.kind === 'pending' || size.tokens < thresholds.soft) {
		return { action: 'send' };
	}
	if (guard.unhelpful >= unhelpfulInARow) {
		return { action: 'send-over-threshold', reason: 'not-helping' };
	}
	if (attemptsThisTurn >= attemptsPerTurn) {
		return { action: 'send-over-threshold', reason: 'attempts-used' };
	}
	return { action: size.tokens < thresholds.hard ? 'compact-in-background' : 'compact-first' };
}

/**
 * What becomes of a finished background compaction at a turn's boundary: applied while the context
 * is still that full and its range unchanged, else kept for the person to apply.
 */
export function backgroundVerdict(
	size: ContextSize,
	thresholds: Thresholds,
	rangeUnchanged: boolean,
): 'apply' | 'propose' {
	const tokens = size.kind === 'measured' ? size.tokens : size.estimate;
	return rangeUnchanged && tokens >= stillNeededRatio * thresholds.hard ? 'apply' : 'propose';
}
