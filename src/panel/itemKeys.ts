import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Where a key leads to from an item of a list. */
export function targetOf(key: string, current: number, count: number): number | undefined {
	switch (key) {
		case 'ArrowDown':
			return Math.min(current + 1, count - 1);
		case 'ArrowUp':
			return Math.max(current - 1, 0);
		case 'Home':
			return 0;
		case 'End':
			return count - 1;
		default:
			return undefined;
	}
}

/** An item of a list, to be given the focus. */
export function itemAt(list: Element | null, index: number): HTMLElement | undefined {
	return list?.querySelector<HTMLElement>(`:scope > [data-index="${index}"]`) ?? undefined;
}

/**
 * Gives the focus to something else of a list where what had it is not there any more.
 * @param successor What is to have it.
 */
export function useFocusKept(
	list: RefObject<HTMLElement | null>,
	successor: () => HTMLElement | undefined,
): void {
	const hadFocus = useRef(false);
	// While rendering the page is still as it was before.
	hadFocus.current = list.current?.contains(document.activeElement) ?? false;
	useLayoutEffect(() => {
		if (hadFocus.current && document.activeElement === document.body) {
			successor()?.focus();
		}
	});
}
