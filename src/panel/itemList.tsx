import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SectionView } from '../protocol/conversationView.ts';
import { Item } from './item.tsx';

/** Items that are there at once: more than a screen shows. */
const first = 100;

/** Items that are added in an idle moment: few enough not to be felt while scrolling. */
const step = 40;

export interface ItemListProperties {
	readonly label: string;
	readonly items: SectionView['items'];
}

/**
 * The items of a section: one stop for the Tab key, arrow keys from item to item. A long list
 * grows while the page is idle; what is not on screen is not laid out (see the style sheet).
 */
export function ItemList({ label, items }: ItemListProperties) {
	const list = useRef<HTMLUListElement>(null);
	const [current, setCurrent] = useState(0);
	const count = useGrowingCount(items.length);
	const enter = useCallback((index: number) => setCurrent(index), []);

	function move(event: KeyboardEvent): void {
		const target = nextIndex(event.key, current, count);
		const item = target === undefined ? undefined : list.current?.children[target];
		if (item instanceof HTMLElement) {
			event.preventDefault();
			item.focus();
		}
	}

	return (
		<ul class="items" ref={list} aria-label={label} onKeyDown={move}>
			{items.slice(0, count).map((item, index) => (
				<Item
					key={index}
					index={index}
					text={item.text}
					isCurrent={index === current}
					onEnter={enter}
				/>
			))}
		</ul>
	);
}

/** Where a key leads to from an item. */
function nextIndex(key: string, current: number, count: number): number | undefined {
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

function useGrowingCount(total: number): number {
	const [grown, setGrown] = useState(first);
	const count = Math.min(grown, total);
	useEffect(() => {
		if (count === total) {
			return undefined;
		}
		const handle = requestIdleCallback(() => setGrown(count + step));
		return () => cancelIdleCallback(handle);
	}, [count, total]);
	return count;
}
