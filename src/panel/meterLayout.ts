import type { MeterView } from '../protocol/conversationView.ts';

/** A part of the window, or a place in it. */
interface MeterPart<Kind> {
	readonly kind: Kind;
	readonly tokens: number;
	/** Width, or the place from the bar's start, percent of the bar. */
	readonly percent: number;
}

/** What the meter shows of the context. Sizes are tokens. */
interface MeterLayout {
	readonly used: number;
	/** Of the window; above 1 when the context no longer fits. Absent: the window is not known. */
	readonly share?: number;
	/** Tokens by which the context exceeds the window. */
	readonly over: number;
	readonly segments: readonly MeterPart<
		'overhead' | 'other' | 'head' | 'summary' | 'tail' | 'free'
	>[];
	readonly ticks: readonly MeterPart<'soft' | 'hard'>[];
	/** What a compaction has freed: where the context ends now, and the width up to where it ended before. */
	readonly ghost?: {
		readonly from: number;
		readonly percent: number;
		readonly savedTokens: number;
		/** Of the size before, 0 to 1. */
		readonly savedShare: number;
	};
}

/** Lays the numbers out on a bar. A context larger than the window fills it; the ticks move in. */
export function layoutMeter(view: MeterView): MeterLayout {
	const { overhead = 0, other = 0, window, before, saved } = view;
	const used = overhead + other + view.head + view.summary + view.tail;
	const scale = Math.max(window ?? 0, used, 1);
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
			part('overhead' as const, overhead),
			part('other' as const, other),
			part('head' as const, view.head),
			part('summary' as const, view.summary),
			part('tail' as const, view.tail),
			part('free' as const, Math.max(0, (window ?? used) - used)),
		].filter(({ tokens }) => tokens > 0),
		ticks: [
			part('soft' as const, view.softThreshold),
			part('hard' as const, view.hardThreshold),
		].filter(({ tokens }) => window !== undefined && tokens <= scale),
		...(before === undefined || saved === undefined || before <= used
			? {}
			: {
					ghost: {
						from: percent(used),
						percent: percent(before) - percent(used),
						// What was said since takes nothing from what was saved.
						savedTokens: saved,
						savedShare: saved / before,
					},
				}),
	};
}
