import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Where the keyboard can go on: headings that fold, and the current item of each list. */
const stops = 'summary, .item[tabindex="0"]';

/**
 * Keeps the keyboard in the panel when the focused element is removed or disabled: it goes to a button next to it, else
 * to what follows in the panel.
 */
export function useFocusKept(panel: RefObject<HTMLElement | null>): void {
	// During rendering, the page is still in its previous state.
	const { activeElement: before } = document;
	const had = before !== null && panel.current?.contains(before) === true;
	const passed = had ? stopsIn(panel).filter((stop) => isBefore(stop, before)).length : 0;
	useLayoutEffect(() => {
		const { activeElement: now } = document;
		if (!had || !(now === document.body || now?.matches(':disabled'))) {
			return;
		}
		const all = stopsIn(panel);
		const neighbour = before.isConnected
			? before.parentElement?.querySelector<HTMLElement>('button:enabled')
			: undefined;
		(neighbour ?? all[Math.min(passed, all.length - 1)])?.focus({ preventScroll: true });
	});
}

function stopsIn(panel: RefObject<HTMLElement | null>): readonly HTMLElement[] {
	return [...(panel.current?.querySelectorAll<HTMLElement>(stops) ?? [])];
}

function isBefore(one: Element, other: Element): boolean {
	return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
