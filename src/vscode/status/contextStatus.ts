import type { ConversationView, MeterView } from '../../protocol/conversationView.ts';

/** From this share of the window on there is hardly room for the next turn. */
const nearlyFull = 0.95;

/** For how long a compaction is news, milliseconds. */
const newsMs = 60_000;

/** How much of the window a context takes. */
export interface ContextUse {
	readonly used: number;
	/** Whole percent of the window; may exceed 100. */
	readonly percent: number;
	readonly isNearlyFull: boolean;
}

/** Adds up what the meter shows. */
export function contextUse({ overhead = 0, head, summary, tail, window }: MeterView): ContextUse {
	const used = overhead + head + summary + tail;
	const share = used / window;
	return { used, percent: Math.round(share * 100), isNearlyFull: share >= nearlyFull };
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
	| { readonly kind: 'measured'; readonly percent: number };

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
	if (isCompacting) {
		return { kind: 'compacting' };
	}
	if (isNearlyFull && !meter.pending) {
		return { kind: 'full', percent };
	}
	const compaction = standing.history.find(({ id }) => id === standing.active);
	const newsForMs = (compaction?.createdAt ?? 0) + newsMs - now;
	if (compaction?.kind === 'compaction' && newsForMs > 0) {
		const { tokensBefore: before, tokensAfter: after } = compaction;
		return { kind: 'compacted', before, after, newsForMs };
	}
	if (meter.pending) {
		return { kind: 'pending' };
	}
	return {
		kind: standing.stopped && used >= meter.softThreshold ? 'stopped' : 'measured',
		percent,
	};
}
