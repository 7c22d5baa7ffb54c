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
