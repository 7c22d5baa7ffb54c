import type { MeterView } from '../protocol/conversationView.ts';
import { totalTokens } from '../protocol/contextTokens.ts';

/** A part of the window, or a position in it. */
export interface MeterPart<Kind> {
	readonly kind: Kind;
	readonly tokens: number;
	/** Width or position, percent of the bar. */
	readonly percent: number;
}

/** Layout of the meter. Sizes in tokens. */
interface MeterLayout {
	readonly used: number;
	/** Share of the window; above 1 if the context does not fit. Absent: the window is unknown. */
	readonly share?: number;
	/** Tokens by which the context exceeds the window. */
	readonly over: number;
	readonly segments: readonly MeterPart<'fixed' | 'other' | 'head' | 'summary' | 'tail' | 'free'>[];
	readonly ticks: readonly MeterPart<'soft' | 'hard'>[];
	/** The space that a compaction freed: the end of the context, and the width to its previous end. */
	readonly ghost?: {
		readonly from: number;
		readonly percent: number;
		readonly savedTokens: number;
		/** Share of the size before, 0 to 1. */
		readonly savedShare: number;
	};
}

/**
 * Computes the layout. A context larger than the window fills the bar, and the ticks move inwards. If the window is
 * unknown, the bar represents the size before the compaction.
 */
export function layoutMeter(view: MeterView): MeterLayout {
	const { window, thresholds, before, saved } = view;
	const used = totalTokens(view);
	const scale = Math.max(window ?? before ?? 0, used, 1);
	const percent = (tokens: number): number => (Math.min(tokens, scale) / scale) * 100;
	const part = <Kind>(kind: Kind, tokens: number): MeterPart<Kind> => ({
		kind,
		tokens,
		percent: percent(tokens),
	});
	return {
		used,
		...(window === undefined ? {} : { share: used / Math.max(window, 1) }),
		over: Math.max(0, used - (window ?? used)),
		segments: [
			part('fixed' as const, view.fixed),
			part('other' as const, view.other),
			part('head' as const, view.head),
			part('summary' as const, view.summary),
			part('tail' as const, view.tail),
			part('free' as const, window === undefined ? 0 : scale - used),
		].filter(({ tokens }) => tokens > 0),
		ticks:
			window === undefined || thresholds === undefined
				? []
				: [part('soft' as const, thresholds.soft), part('hard' as const, thresholds.hard)].filter(
						({ tokens }) => tokens <= scale,
					),
		...(before === undefined || saved === undefined || before <= used
			? {}
			: {
					ghost: {
						from: percent(used),
						percent: percent(before) - percent(used),
						// Later messages do not reduce the savings.
						savedTokens: saved,
						savedShare: saved / before,
					},
				}),
	};
}
