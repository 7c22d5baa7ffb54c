import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

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
