import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { ScrollAnchor } from './remembered.ts';

/** What is at the top of the page; undefined: the page is not scrolled, or nothing can be named there. */
function anchorAtTop(): ScrollAnchor | undefined {
	if (window.scrollY < 1) {
		return undefined;
	}
	const middle = document.documentElement.clientWidth / 2;
	const place = document.elementFromPoint(middle, 2)?.closest<HTMLElement>('[data-anchor]');
	const key = place?.dataset['anchor'];
	return key === undefined || place == null
		? undefined
		: { key, offset: Math.round(place.getBoundingClientRect().top) };
}

/** @returns Whether the place is there. */
function scrollTo({ key, offset }: ScrollAnchor): boolean {
	const place = document.querySelector(`[data-anchor="${CSS.escape(key)}"]`);
	if (place === null) {
		return false;
	}
	window.scrollBy(0, place.getBoundingClientRect().top - offset);
	return true;
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
		if (start !== undefined && scrollTo(start)) {
			// What comes into view is laid out only then, and may be higher than was thought.
			requestAnimationFrame(() => scrollTo(start));
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
