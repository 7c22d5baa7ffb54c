import {
	elementScroll,
	observeElementOffset,
	observeElementRect,
	Virtualizer,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { flushSync } from 'preact/compat';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** Rows drawn beyond the edges of the screen. */
const overscan = 8;

/** Rows from the first to the last, both inclusive. */
export interface RowRange {
	readonly first: number;
	readonly last: number;
}

/** A row to scroll to. A new object is a new request. */
export interface RowTarget {
	readonly row: number;
	/** Pixels of it above the upper edge. */
	readonly offset?: number;
	readonly isFocused: boolean;
	/** Does not scroll if the row is entirely visible. */
	readonly onlyIfHidden?: boolean;
}

/** A row that stays at an edge: its beginning at the upper one, or its end at the lower one. */
interface AnchoredRow {
	readonly row: number;
	readonly offset: number;
	readonly toEnd: boolean;
}

interface RowListProperties {
	/** Estimated heights, pixels. A new object is a new list. */
	readonly heights: Float64Array;
	readonly label: string;
	readonly target: RowTarget | undefined;
	/** Gets the drawn and the visible rows, and the hidden pixels of the first visible one. */
	readonly onRange: (drawn: RowRange, shown: RowRange, offset: number) => void;
	/** @param element The `ref` of the drawn element, which has the row as its `data-row`. */
	readonly children: (
		row: number,
		element: (drawn: HTMLElement | null) => void,
	) => ComponentChildren;
}

/** A virtual list, which draws only rows near the screen. */
export function RowList({ heights, label, target, onRange, children }: RowListProperties) {
	const scroller = useRef<HTMLDivElement>(null);
	/** The row that stays in place while heights around it are measured, until the user scrolls. */
	const anchor = useRef<AnchoredRow>(null);
	/** The row with the focus, and whether the focus must still be moved to it. */
	const focused = useRef<number>(null);
	const isFocusPending = useRef(false);
	const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
	const list = useVirtualRows(heights, scroller, () => redraw(undefined));
	// Keeps visible rows in place.
	list.shouldAdjustScrollPositionOnItemSizeChange = ({ end }) =>
		anchor.current === null && end <= (list.scrollOffset ?? 0) + 1;
	const rows = list.getVirtualItems();
	const first = rows[0];
	const last = rows.at(-1);
	const top = list.scrollOffset ?? 0;
	const height = list.scrollRect?.height ?? 0;

	useLayoutEffect(() => {
		if (target === undefined) {
			return;
		}
		const { row, offset = 0, isFocused, onlyIfHidden = false } = target;
		const { start = 0, end = 0 } = list.measurementsCache[row] ?? {};
		const isBelow = end > top + height;
		if (!onlyIfHidden || start < top || isBelow) {
			anchor.current = { row, offset, toEnd: onlyIfHidden && isBelow };
		}
		focused.current = isFocused ? row : null;
		isFocusPending.current = isFocused;
	}, [target, heights]);

	useLayoutEffect(() => {
		const { current } = scroller;
		const item = anchor.current === null ? undefined : list.measurementsCache[anchor.current.row];
		if (current === null || anchor.current === null || item === undefined) {
			return;
		}
		const { offset, toEnd } = anchor.current;
		const wanted = toEnd ? Math.min(item.start, item.end - height) : item.start + offset;
		if (Math.abs(wanted - current.scrollTop) >= 1) {
			const before = current.scrollTop;
			current.scrollTop = wanted;
			if (current.scrollTop !== before) {
				// The event of the next frame would be too late.
				list.scrollOffset = current.scrollTop;
				redraw(undefined);
			}
		}
	});

	useLayoutEffect(() => {
		const element = focused.current === null ? undefined : list.elementsCache.get(focused.current);
		// Another view may have the keyboard. A moved row loses the focus.
		const isFree = document.activeElement === document.body || isFocusPending.current;
		if (element !== undefined && isFree && document.hasFocus()) {
			isFocusPending.current = false;
			element.focus({ preventScroll: true });
		}
	});

	useLayoutEffect(() => {
		// Tolerates an offset of less than a pixel.
		const upper = list.getVirtualItemForOffset(top + 1);
		const lower = list.getVirtualItemForOffset(top + height - 1);
		if (first !== undefined && last !== undefined && upper !== undefined && lower !== undefined) {
			const drawn = { first: first.index, last: last.index };
			onRange(drawn, { first: upper.index, last: lower.index }, top - upper.start);
		}
	});

	function release(): void {
		anchor.current = null;
		focused.current = null;
	}

	return (
		<div
			class="rows"
			ref={scroller}
			onWheel={release}
			onPointerDown={release}
			onTouchStart={release}
		>
			<div class="rows-all" style={{ height: `${list.getTotalSize()}px` }}>
				<div
					class="rows-drawn"
					role="feed"
					aria-label={label}
					style={{ transform: `translateY(${first?.start ?? 0}px)` }}
				>
					{rows.map(({ index }) => children(index, list.measureElement))}
				</div>
			</div>
		</div>
	);
}

function useVirtualRows(
	heights: Float64Array,
	scroller: { readonly current: HTMLDivElement | null },
	redraw: () => void,
): Virtualizer<HTMLDivElement, HTMLElement> {
	const sizeOf = (row: number): number => list.itemSizeCache.get(row) ?? heights[row] ?? 0;
	const options = {
		count: heights.length,
		getScrollElement: () => scroller.current,
		estimateSize: (row: number) => heights[row] ?? 0,
		overscan,
		indexAttribute: 'data-row',
		observeElementRect,
		observeElementOffset,
		scrollToFn: elementScroll,
		// Sizes are fractional. New rows are measured at layout.
		measureElement: (element: HTMLElement, entry: ResizeObserverEntry | undefined) =>
			entry?.borderBoxSize[0]?.blockSize ?? sizeOf(Number(element.dataset['row'])),
		onChange(_: unknown, isUrgent: boolean) {
			if (isUrgent) {
				flushSync(redraw);
			} else {
				redraw();
			}
		},
	};
	const [list] = useState(() => new Virtualizer<HTMLDivElement, HTMLElement>(options));
	list.setOptions(options);
	useLayoutEffect(() => list._didMount(), []);
	useLayoutEffect(() => list._willUpdate());
	useLayoutEffect(() => {
		list.measure();
		// Applies the new heights; drawn rows have measured ones.
		list.getTotalSize();
		for (const element of list.elementsCache.values()) {
			list.resizeItem(Number(element.dataset['row']), element.getBoundingClientRect().height);
		}
	}, [heights]);
	return list;
}
