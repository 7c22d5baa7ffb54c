import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { toolbarPlace } from './toolbarPlace.ts';

/** Keeps an item's toolbar off the links, chips and buttons of the item. */
export function useToolbarPlace(toolbar: RefObject<HTMLElement | null>): void {
	useLayoutEffect(() => {
		const bar = toolbar.current;
		const item = bar?.parentElement;
		if (bar === null || !(item instanceof HTMLElement)) {
			return;
		}
		const whole = item.getBoundingClientRect();
		const taken = [...item.querySelectorAll('a, button, .item-notes > *')]
			.filter((element) => !bar.contains(element))
			.flatMap((element) => [...element.getClientRects()])
			.map(({ left, top, right, bottom }) => ({
				left: left - whole.left,
				top: top - whole.top,
				right: right - whole.left,
				bottom: bottom - whole.top,
			}));
		const place = toolbarPlace(whole, bar.getBoundingClientRect(), taken);
		// From the right: what gets narrower takes it along, and nothing has to be scrolled to sideways.
		bar.style.right = `${whole.width - place.left - bar.offsetWidth}px`;
		bar.style.top = `${place.top}px`;
	});
}
