/** The first item of an ascending list whose number is greater than another. */
export function firstBehind<Item>(
	list: readonly Item[],
	numberOf: (item: Item) => number,
	value: number,
): Item | undefined {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const item = list[middle];
		if (item !== undefined && numberOf(item) <= value) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return list[low];
}
