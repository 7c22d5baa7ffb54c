import type { MeterView } from '../../protocol/conversationView.ts';

/** From this share of the window on there is hardly room for the next turn. */
const nearlyFull = 0.95;

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
