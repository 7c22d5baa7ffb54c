import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How far from the screen something counts as near: what a turn of the wheel brings up. */
const margin = '400px 0px';

const listeners = new WeakMap<Element, () => void>();

let observer: IntersectionObserver | undefined;

function observe(element: Element, onNear: () => void): () => void {
	observer ??= new IntersectionObserver(
		(entries) => {
			for (const { target, isIntersecting } of entries) {
				if (isIntersecting) {
					observer?.unobserve(target);
					listeners.get(target)?.();
				}
			}
		},
		{ rootMargin: margin },
	);
	const shared = observer;
	listeners.set(element, onNear);
	shared.observe(element);
	return () => {
		shared.unobserve(element);
		listeners.delete(element);
	};
}

/**
 * Whether an element has been near the screen.
 * @param isNear Where that is known from the start.
 */
export function useNearScreen(element: RefObject<Element | null>, isNear: boolean): boolean {
	const [wasNear, setNear] = useState(isNear);
	useLayoutEffect(() => {
		const { current } = element;
		return wasNear || current === null ? undefined : observe(current, () => setNear(true));
	}, [wasNear]);
	return wasNear;
}
