import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { StandingView } from '../protocol/conversationView.ts';

/**
 * Keeps in mind how far the page is scrolled, and goes there once when it is shown again.
 * @param start Where it was when it was hidden, pixels.
 */
export function useScrollMemory(start: number, remember: (top: number) => void): void {
	useLayoutEffect(() => scrollTo(0, start), []);
	useEffect(() => {
		const note = (): void => remember(Math.round(scrollY));
		document.addEventListener('scrollend', note);
		return () => document.removeEventListener('scrollend', note);
	}, []);
}

interface OnScreen {
	readonly isRunning: boolean;
	readonly standing: StandingView;
	/** The record that is looked at in place of the active one. */
	readonly viewed: number | undefined;
	readonly isPreviewed: boolean;
}

/** The share of the view's height that may stand above a new summary. */
const partAbove = 0.25;

/**
 * Gives a summary the room: the place of a first one when its compaction starts, every new one when it
 * comes, a preview, and a record that is looked at. Where the last one was undone, the page begins anew:
 * what can be done now is at its top.
 */
export function useResultInView({ isRunning, standing, viewed, isPreviewed }: OnScreen): void {
	const { history, active } = standing;
	// The end of a compaction and its record come one after the other, in either order.
	const newest = history.findLast(({ kind }) => kind === 'compaction')?.id;
	const before = useRef({ isRunning, newest, active, viewed, isPreviewed });
	useLayoutEffect(() => {
		const { current } = before;
		before.current = { isRunning, newest, active, viewed, isPreviewed };
		if (viewed !== undefined && viewed !== current.viewed) {
			boxOf('.viewed').element?.scrollIntoView({ block: 'nearest' });
		} else if (isPreviewed && !current.isPreviewed) {
			scrollBy(0, boxOf('.preview').top);
		} else if (newest !== current.newest && newest === active) {
			// The receipt above it is the first line, unless too much stands between them.
			const most = innerHeight * partAbove;
			scrollBy(0, Math.max(boxOf('.receipt').top, boxOf('.sections').top - most));
		} else if (!current.isRunning && isRunning && active === undefined) {
			// The progress stays above it.
			scrollBy(0, boxOf('.sections').top - boxOf('.compact-bar').height);
		} else if (active === undefined && current.active !== undefined) {
			scrollTo(0, 0);
		}
	}, [isRunning, newest, active, viewed, isPreviewed]);
}

function boxOf(selector: string) {
	const element = document.querySelector(selector);
	const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
	return { element, top, height };
}
