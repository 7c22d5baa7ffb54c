import type { MeterView } from '../protocol/conversationView.ts';

/** A part of the window. */
export interface MeterSegment {
	readonly kind: 'overhead' | 'other' | 'head' | 'summary' | 'tail' | 'free';
	readonly tokens: number;
	/** Width, percent of the bar. */
	readonly percent: number;
}

interface MeterTick {
	readonly kind: 'soft' | 'hard';
	readonly tokens: number;
	/** Place from the bar's start, percent. */
	readonly percent: number;
}

/** What a compaction has freed: where the context ends now, and where it ended before. */
interface MeterGhost {
	readonly from: number;
	/** Width, percent of the bar. */
	readonly percent: number;
	readonly savedTokens: number;
	/** Of the size before, 0 to 1. */
	readonly savedShare: number;
}

/** What the meter shows of the context. Sizes are tokens. */
export interface MeterLayout {
	readonly used: number;
	/** Of the window; above 1 when the context no longer fits. Absent: the window is not known. */
	readonly share?: number;
	/** Tokens by which the context exceeds the window. */
	readonly over: number;
	readonly segments: readonly MeterSegment[];
	readonly ticks: readonly MeterTick[];
	readonly ghost?: MeterGhost;
}

/** Lays the numbers out on a bar. A context larger than the window fills it; the ticks move in. */
export function layoutMeter(view: MeterView): MeterLayout {
	const { overhead = 0, other = 0, window } = view;
	const used = overhead + other + view.head + view.summary + view.tail;
	const scale = Math.max(window ?? 0, used, 1);
	const percent = (tokens: number): number => (Math.min(tokens, scale) / scale) * 100;
	const free = Math.max(0, (window ?? used) - used);
	const segments = (
		[
			...(overhead === 0 ? [] : [['overhead', overhead] as const]),
			...(other === 0 ? [] : [['other', other] as const]),
			['head', view.head],
			['summary', view.summary],
			['tail', view.tail],
			['free', free],
		] as const
	).map(([kind, tokens]) => ({ kind, tokens, percent: percent(tokens) }));
	const ticks = (
		[
			['soft', view.softThreshold],
			['hard', view.hardThreshold],
		] as const
	)
		.filter(([, tokens]) => window !== undefined && tokens <= scale)
		.map(([kind, tokens]) => ({ kind, tokens, percent: percent(tokens) }));
	const layout = {
		used,
		...(window === undefined ? {} : { share: used / Math.max(window, 1) }),
		over: Math.max(0, used - (window ?? used)),
		segments,
		ticks,
	};
	const { before, saved } = view;
	if (before === undefined || saved === undefined || before <= used) {
		return layout;
	}
	const ghost: MeterGhost = {
		from: percent(used),
		percent: percent(before) - percent(used),
		// What was said since takes nothing from what was saved.
		savedTokens: saved,
		savedShare: saved / before,
	};
	return { ...layout, ghost };
}
