import type { ConversationView, MeterView } from '../../protocol/conversationView.ts';

/** From this share of the window on there is hardly room for the next turn. */
const nearlyFull = 0.95;

/** For how long a compaction is news, milliseconds. */
const newsMs = 60_000;

/** How much of the window a context takes. */
export interface ContextUse {
	readonly used: number;
	/** Whole percent of the window; may exceed 100. Absent: the window is not known. */
	readonly percent?: number;
	readonly isNearlyFull: boolean;
}

/** Adds up what the meter shows. */
export function contextUse(meter: MeterView): ContextUse {
	const { overhead = 0, other = 0, head, summary, tail, window } = meter;
	const used = overhead + other + head + summary + tail;
	if (window === undefined) {
		return { used, isNearlyFull: false };
	}
	const share = used / window;
	return { used, percent: Math.round(share * 100), isNearlyFull: share >= nearlyFull };
}

/** A figure of a context as it is written: with a sign where some of it is our own count. */
export function usedText({ isReported }: Pick<MeterView, 'isReported'>, figure: string): string {
	return isReported === true ? figure : `≈ ${figure}`;
}

/** How the context of a conversation stands, as far as one item of the status bar can say it. */
export type ContextStatus =
	| { readonly kind: 'compacting' }
	| { readonly kind: 'full'; readonly percent: number }
	/** It is above the soft threshold, and automatic compaction rests because it saved too little. */
	| { readonly kind: 'stopped'; readonly percent: number }
	/** It was compacted a moment ago; tokens before and after, and how long that is still news, milliseconds. */
	| {
			readonly kind: 'compacted';
			readonly before: number;
			readonly after: number;
			readonly newsForMs: number;
	  }
	/** It was compacted, and the model has not counted it since. */
	| { readonly kind: 'pending' }
	/** Without a percentage where the window is not known. */
	| { readonly kind: 'measured'; readonly percent?: number };

/**
 * What the status bar says of the context.
 * @param now Milliseconds since the epoch.
 */
export function contextStatus(
	{ meter, standing }: Pick<ConversationView, 'meter' | 'standing'>,
	isCompacting: boolean,
	now: number,
): ContextStatus {
	const { used, percent, isNearlyFull } = contextUse(meter);
	const { softThreshold, pending } = meter;
	if (isCompacting) {
		return { kind: 'compacting' };
	}
	if (percent !== undefined && isNearlyFull && !pending && !standing.viewed) {
		return { kind: 'full', percent };
	}
	const compaction = standing.history.find(({ id }) => id === standing.active);
	const newsForMs = (compaction?.createdAt ?? 0) + newsMs - now;
	if (compaction?.kind === 'compaction' && newsForMs > 0) {
		const { tokensBefore: before, tokensAfter: after } = compaction;
		return { kind: 'compacted', before, after, newsForMs };
	}
	if (pending) {
		return { kind: 'pending' };
	}
	if (percent === undefined) {
		return { kind: 'measured' };
	}
	return { kind: standing.stopped && used >= softThreshold ? 'stopped' : 'measured', percent };
}
