import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { StatusView } from '../protocol/conversationView.ts';

/**
 * Remembers the scroll position and restores it when the page is shown again.
 * @param start Stored position, pixels.
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
	readonly status: StatusView;
	/** The viewed record, if it is not the active one. */
	readonly viewed: number | undefined;
	readonly isPreviewed: boolean;
}

/** Largest share of the view's height above a new summary. */
const maxShareAbove = 0.25;

/**
 * Scrolls to a summary: to the place of a first one when its compaction starts, to every new one, to a
 * preview and to a viewed record. After the last compaction was undone, or a preview discarded, scrolls to the top,
 * which has the next actions.
 */
export function useResultInView({ isRunning, status, viewed, isPreviewed }: OnScreen): void {
	const { history, active } = status;
	// The end of a compaction and its record arrive in either order.
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
			// Shows the receipt too, unless it is too far above; never cuts a warning.
			const farthest = boxOf('.sections').top - innerHeight * maxShareAbove;
			const warning = boxOf('.receipt ~ .notice');
			const above = warning.element === null ? farthest : Math.min(farthest, warning.top);
			scrollBy(0, Math.max(boxOf('.receipt').top, above));
		} else if (current.isPreviewed && !isPreviewed && !isRunning) {
			scrollTo(0, 0);
		} else if (!current.isRunning && isRunning && active === undefined) {
			// Keeps the progress bar above it visible.
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
