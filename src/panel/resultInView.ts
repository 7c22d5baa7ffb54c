import { useLayoutEffect, useRef } from 'preact/hooks';

/** What is on screen. */
interface OnScreen {
	readonly isRunning: boolean;
	/** The active record. */
	readonly active: number | undefined;
	/** The record that is looked at instead. */
	readonly viewed: number | undefined;
}

/** A result that begins within this share of the view's height is in view. */
const upperPart = 0.5;

/** Brings a new summary into view when its compaction ends, and a record when it is looked at. */
export function useResultInView({ isRunning, active, viewed }: OnScreen): void {
	const before = useRef({ isRunning, active, viewed });
	useLayoutEffect(() => {
		const { current } = before;
		before.current = { isRunning, active, viewed };
		if (viewed !== undefined && viewed !== current.viewed) {
			bringIntoView('.viewed');
		} else if (current.isRunning && !isRunning && active !== current.active) {
			bringIntoView('.sections');
		}
	}, [isRunning, active, viewed]);
}

function bringIntoView(selector: string): void {
	const top = document.querySelector(selector)?.getBoundingClientRect().top ?? 0;
	if (top < 0 || top > window.innerHeight * upperPart) {
		window.scrollBy(0, top);
	}
}
