import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StandingView } from '../protocol/conversationView.ts';

interface OnScreen {
	readonly isRunning: boolean;
	readonly standing: Pick<StandingView, 'history' | 'active'>;
	/** The record that is looked at in place of the active one. */
	readonly viewed: number | undefined;
	readonly isPreviewed: boolean;
}

/** A record that begins within this share of the view's height is in view. */
const upperPart = 0.5;

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
			bringIntoView('.viewed');
		} else if (isPreviewed && !current.isPreviewed) {
			window.scrollBy(0, topOf('.preview'));
		} else if (newest !== current.newest && newest === active) {
			// The receipt above it is the first line, unless too much stands between them.
			const most = window.innerHeight * partAbove;
			window.scrollBy(0, Math.max(topOf('.receipt'), topOf('.sections') - most));
		} else if (!current.isRunning && isRunning && active === undefined) {
			// The progress stays above it.
			window.scrollBy(0, topOf('.sections') - heightOf('.compact-bar'));
		} else if (active === undefined && current.active !== undefined) {
			window.scrollTo(0, 0);
		}
	}, [isRunning, newest, active, viewed, isPreviewed]);
}

function bringIntoView(selector: string): void {
	const top = topOf(selector);
	if (top < 0 || top > window.innerHeight * upperPart) {
		window.scrollBy(0, top);
	}
}

function topOf(selector: string): number {
	return document.querySelector(selector)?.getBoundingClientRect().top ?? 0;
}

function heightOf(selector: string): number {
	return document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
}
