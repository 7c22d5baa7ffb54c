import type { CompactedSizes, ConversationView } from '../../protocol/conversationView.ts';
import { totalTokens } from '../../protocol/contextTokens.ts';

/** Share of the window above which the next turn may not fit. */
const nearlyFull = 0.95;

/** How long a compaction is shown as recent, milliseconds. */
const recentMs = 60_000;

/** Size of a context in its window. */
export interface ContextUse {
	readonly used: number;
	/** Whole percent of the window; may exceed 100. Absent: the window is unknown. */
	readonly percent?: number;
	/** Neither use nor window is an estimate. */
	readonly isReported?: true;
	readonly isNearlyFull: boolean;
}

/** Adds up the parts of the meter. */
export function contextUse(meter: ConversationView['meter']): ContextUse {
	const { window, isReported, isWindowReported } = meter;
	const used = totalTokens(meter);
	if (window === undefined) {
		return { used, isNearlyFull: false };
	}
	const share = used / window;
	return {
		used,
		percent: Math.round(share * 100),
		...(isReported === true && isWindowReported === true ? { isReported } : {}),
		isNearlyFull: isWindowReported === true && share >= nearlyFull,
	};
}

/** State of a context for the status bar. */
export type ContextStatus =
	| { readonly kind: 'compacting' }
	| { readonly kind: 'full'; readonly percent: number }
	/** It is above the soft threshold, and automatic compaction rests because it saved too little. */
	| { readonly kind: 'stopped'; readonly percent: number }
	/** Compacted recently; shown for the given milliseconds. */
	| {
			readonly kind: 'compacted';
			readonly sizes: CompactedSizes;
			readonly recentForMs: number;
	  }
	/** Compacted, and not yet counted by the model. */
	| { readonly kind: 'pending' }
	/** Without a percentage if the window is unknown. */
	| { readonly kind: 'measured'; readonly percent?: number };

/**
 * The state that the status bar shows.
 * @param now Milliseconds since the epoch.
 */
export function contextStatus(
	{ meter, status }: Pick<ConversationView, 'meter' | 'status'>,
	isCompacting: boolean,
	now: number,
): ContextStatus {
	const { used, percent, isNearlyFull } = contextUse(meter);
	const { thresholds, pending } = meter;
	if (isCompacting) {
		return { kind: 'compacting' };
	}
	if (percent !== undefined && isNearlyFull && !pending && !status.viewed) {
		return { kind: 'full', percent };
	}
	const compaction = status.history.find(({ id }) => id === status.active);
	const recentForMs = (compaction?.createdAt ?? 0) + recentMs - now;
	// A file may date its compaction in the future.
	if (compaction?.kind === 'compaction' && recentForMs > 0 && recentForMs <= recentMs) {
		return { kind: 'compacted', sizes: compaction, recentForMs };
	}
	if (pending) {
		return { kind: 'pending' };
	}
	if (percent === undefined) {
		return { kind: 'measured' };
	}
	const isStopped = status.stopped && used >= (thresholds?.soft ?? Infinity);
	return { kind: isStopped ? 'stopped' : 'measured', percent };
}
