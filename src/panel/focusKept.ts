import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { itemAt } from './itemKeys.ts';

/** Gives the focus to an item of the list where what had it is not there any more. */
export function useFocusKept(list: RefObject<HTMLElement | null>, current: number): void {
	const hadFocus = useRef(false);
	// While rendering the page is still as it was before.
	hadFocus.current = list.current?.contains(document.activeElement) ?? false;
	useLayoutEffect(() => {
		if (hadFocus.current && document.activeElement === document.body) {
			itemAt(list.current, current)?.focus();
		}
	});
}
