import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { RowHeights } from './rowHeights.ts';

/** Rows drawn beyond the edges of the screen, pixels. */
const overscan = 500;

/** Rows from the first to the last, both inclusive. */
export interface RowRange {
	readonly first: number;
	readonly last: number;
}

/** A row that is to be brought to the screen. Another object is another wish. */
export interface RowTarget {
	readonly row: number;
	/** Pixels of it that are above the edge. */
	readonly offset?: number;
	readonly isFocused: boolean;
	/** It stays where it is when all of it is on the screen. */
	readonly onlyIfHidden?: boolean;
}

/** A row with the edge it is held at: the upper one with its beginning, or the lower one with its end. */
interface HeldRow {
	readonly row: number;
	readonly offset: number;
	readonly toEnd: boolean;
}

export interface RowListProperties {
	readonly heights: RowHeights;
	readonly label: string;
	readonly target: RowTarget | undefined;
	/** Rows that are drawn, and those of them on the screen, with the pixels of the first that are above it. */
	readonly onRange: (drawn: RowRange, shown: RowRange, offset: number) => void;
	/** @param element To be given to what is drawn. */
	readonly children: (
		row: number,
		element: (drawn: HTMLElement | null) => void,
	) => ComponentChildren;
}

/** A list of any length, of which only what is near the screen is drawn. */
export function RowList({ heights, label, target, onRange, children }: RowListProperties) {
	const scroller = useRef<HTMLDivElement>(null);
	const drawn = useRef(new Map<number, HTMLElement>());
	/** The row that stays at its place while heights around it become known, until the person scrolls. */
	const held = useRef<HeldRow>(null);
	/** The row that has the focus, and whether it is still to get it from elsewhere. */
	const focused = useRef<number>(null);
	const isAsked = useRef(false);
	const elements = useRef(new Map<number, (element: HTMLElement | null) => void>());
	const rows = useRef(new WeakMap<Element, number>());
	const wantedTop = useRef<number>(null);
	const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
	const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
	const first = heights.rowAt(Math.max(0, scrollTop - overscan));
	const last = heights.rowAt(scrollTop + clientHeight + overscan);

	/** Takes new heights of what is drawn; what a person reads stays where it is. */
	function measure(changes: readonly ResizeObserverEntry[]): void {
		const { current } = scroller;
		if (current === null) {
			return;
		}
		// What lies at the edge by less than a pixel has been scrolled to.
		const anchor = heights.rowAt(current.scrollTop + 1);
		const within = current.scrollTop - heights.offsetOf(anchor);
		let isOther = false;
		for (const { target: element, borderBoxSize } of changes) {
			const row = rows.current.get(element);
			const height = borderBoxSize[0]?.blockSize ?? 0;
			// The list itself is as high as the window leaves it.
			isOther = row === undefined || (height > 0 && heights.set(row, height)) || isOther;
		}
		if (isOther) {
			wantedTop.current =
				held.current === null
					? heights.offsetOf(anchor) + within
					: topOf(held.current, heights, current.clientHeight);
			redraw(undefined);
		}
	}

	const latest = useRef(measure);
	latest.current = measure;
	const observer = useRef<ResizeObserver>(null);
	observer.current ??= new ResizeObserver((changes) => latest.current(changes));
	useEffect(() => {
		const { current } = scroller;
		if (current !== null) {
			observer.current?.observe(current);
		}
		return () => observer.current?.disconnect();
	}, []);

	// Rows that are drawn already have heights that another outline does not know yet.
	useLayoutEffect(() => {
		for (const [row, element] of drawn.current) {
			heights.set(row, element.getBoundingClientRect().height);
		}
	}, [heights]);

	useLayoutEffect(() => {
		const { current } = scroller;
		if (current !== null && target !== undefined) {
			const end = heights.offsetOf(target.row + 1);
			const isShown =
				heights.offsetOf(target.row) >= current.scrollTop &&
				end <= current.scrollTop + current.clientHeight;
			if (target.onlyIfHidden !== true || !isShown) {
				const isBelow = end > current.scrollTop + current.clientHeight;
				const toEnd = target.onlyIfHidden === true && isBelow;
				held.current = { row: target.row, offset: target.offset ?? 0, toEnd };
				wantedTop.current = topOf(held.current, heights, current.clientHeight);
				redraw(undefined);
			}
			focused.current = target.isFocused ? target.row : null;
			isAsked.current = target.isFocused;
		}
	}, [target, heights]);

	useLayoutEffect(() => {
		const { current } = scroller;
		if (current !== null && wantedTop.current !== null) {
			if (Math.abs(wantedTop.current - current.scrollTop) >= 1) {
				current.scrollTop = wantedTop.current;
				redraw(undefined);
			}
			wantedTop.current = null;
		}
	});

	useLayoutEffect(() => {
		const element = focused.current === null ? undefined : drawn.current.get(focused.current);
		// What leads here from another view keeps the keyboard. A row that is moved loses the focus.
		const isFree = document.activeElement === document.body || isAsked.current;
		if (element !== undefined && isFree && document.hasFocus()) {
			isAsked.current = false;
			element.focus({ preventScroll: true });
		}
	});

	useLayoutEffect(() => {
		if (heights.length > 0) {
			const top = heights.rowAt(scrollTop + 1);
			const bottom = heights.rowAt(scrollTop + clientHeight - 1);
			onRange({ first, last }, { first: top, last: bottom }, scrollTop - heights.offsetOf(top));
		}
	});

	/** The same function for the same row: another one would have its element observed anew. */
	function elementOf(row: number): (element: HTMLElement | null) => void {
		const known = elements.current.get(row);
		if (known !== undefined) {
			return known;
		}
		const take = (element: HTMLElement | null): void => {
			const before = drawn.current.get(row);
			if (element === null) {
				elements.current.delete(row);
				drawn.current.delete(row);
			} else {
				drawn.current.set(row, element);
				rows.current.set(element, row);
				observer.current?.observe(element);
			}
			if (before !== undefined && before !== element) {
				observer.current?.unobserve(before);
			}
		};
		elements.current.set(row, take);
		return take;
	}

	function letGo(): void {
		held.current = null;
		focused.current = null;
	}

	const count = heights.length === 0 ? 0 : last - first + 1;
	return (
		<div
			class="rows"
			ref={scroller}
			onScroll={() => redraw(undefined)}
			onWheel={letGo}
			onPointerDown={letGo}
			onTouchStart={letGo}
		>
			<div class="rows-all" style={{ height: `${heights.total}px` }}>
				<div
					class="rows-drawn"
					role="feed"
					aria-label={label}
					style={{ transform: `translateY(${heights.offsetOf(first)}px)` }}
				>
					{Array.from({ length: count }, (_, at) => children(first + at, elementOf(first + at)))}
				</div>
			</div>
		</div>
	);
}

function topOf({ row, offset, toEnd }: HeldRow, heights: RowHeights, height: number): number {
	const top = heights.offsetOf(row);
	return toEnd ? Math.min(top, heights.offsetOf(row + 1) - height) : top + offset;
}
