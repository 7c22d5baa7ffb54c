import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { StandingView } from '../protocol/conversationView.ts';
import type { ScrollAnchor } from '../protocol/remembered.ts';

/** What is at the top of the page; undefined: the page is not scrolled, or nothing can be named there. */
function anchorAtTop(): ScrollAnchor | undefined {
	if (window.scrollY < 1) {
		return undefined;
	}
	const middle = document.documentElement.clientWidth / 2;
	const place = document.elementFromPoint(middle, 2)?.closest<HTMLElement>('[data-anchor]') ?? null;
	const key = place?.dataset['anchor'];
	return key === undefined || place === null
		? undefined
		: { key, offset: Math.round(place.getBoundingClientRect().top) };
}

/** Frames in which what comes into view is laid out, and is higher than was thought. */
const settlingFrames = 12;

/** What a person does to scroll by themselves. */
const ownScrolling = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** Goes to a place and stays there until its surroundings are laid out, or the person scrolls. */
function scrollTo({ key, offset }: ScrollAnchor): void {
	const place = document.querySelector(`[data-anchor="${CSS.escape(key)}"]`);
	if (place === null) {
		return;
	}
	const own = new AbortController();
	for (const event of ownScrolling) {
		window.addEventListener(event, () => own.abort(), { signal: own.signal, passive: true });
	}
	const settle = (frames: number): void => {
		if (own.signal.aborted) {
			return;
		}
		const distance = place.getBoundingClientRect().top - offset;
		if (Math.abs(distance) >= 1) {
			window.scrollBy(0, distance);
		}
		if (frames === 0) {
			own.abort();
		} else {
			requestAnimationFrame(() => settle(frames - 1));
		}
	};
	settle(settlingFrames);
}

/**
 * Keeps in mind where the page is scrolled to, and goes there once when it is shown again.
 * @param start Where it was when it was hidden.
 */
export function useScrollMemory(
	start: ScrollAnchor | undefined,
	remember: (anchor: ScrollAnchor | undefined) => void,
): void {
	useLayoutEffect(() => {
		if (start !== undefined) {
			scrollTo(start);
		}
	}, []);
	useEffect(() => {
		let isPlanned = false;
		const note = (): void => {
			if (!isPlanned) {
				isPlanned = true;
				requestIdleCallback(() => {
					isPlanned = false;
					remember(anchorAtTop());
				});
			}
		};
		window.addEventListener('scroll', note, { passive: true });
		return () => window.removeEventListener('scroll', note);
	}, []);
}

/** How many items of a section have to be there for an anchor. */
export function itemsNeeded(anchor: ScrollAnchor | undefined, section: string): number {
	const [title, index] = anchor?.key.split('/') ?? [];
	return title === section && index !== undefined ? Number(index) + 1 : 0;
}

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
