import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Between the toolbar and what it makes room for, pixels. */
const gap = 4;

/** By how much the toolbar may reach into the second line, which is not covered by that, pixels. */
const reach = 5;

/**
 * Keeps an item's toolbar, which stands over the end of its first line, off the chips that lead to the
 * originals where these stand there too: it covers words of the item instead.
 */
export function useToolbarPlace(toolbar: RefObject<HTMLElement | null>): void {
	useLayoutEffect(() => {
		const bar = toolbar.current;
		const item = bar?.parentElement;
		if (bar === null || !(item instanceof HTMLElement)) {
			return;
		}
		bar.style.removeProperty('right');
		const place = bar.getBoundingClientRect();
		const whole = item.getBoundingClientRect();
		const beside = [...item.querySelectorAll('.item-notes > *')]
			.flatMap((note) => [...note.getClientRects()])
			.filter(({ top }) => top < place.bottom - reach);
		if (beside.some(({ right }) => right > place.left)) {
			const right = whole.right - Math.min(...beside.map(({ left }) => left)) + gap;
			bar.style.right = `${Math.min(right, whole.width - place.width)}px`;
		}
	});
}
