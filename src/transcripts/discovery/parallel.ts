/** Enough that a disk is busy, few beside the files a program may have open. */
const atOnce = 32;

/**
 * Does the same with all items, several at a time.
 * @param signal Stops before the next item; the promise rejects with the signal's reason.
 * @returns The results in the order of the items.
 */
export async function inParallel<Item, Result>(
	items: readonly Item[],
	signal: AbortSignal,
	work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
	const results: Result[] = [];
	let next = 0;
	async function workThrough(): Promise<void> {
		while (next < items.length) {
			signal.throwIfAborted();
			const index = next;
			next += 1;
			results[index] = await work(items[index] as Item);
		}
	}
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, workThrough));
	return results;
}
