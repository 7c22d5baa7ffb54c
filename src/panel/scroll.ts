import { useEffect, useLayoutEffect } from 'preact/hooks';
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
