/**
 * Makes the ids of tool calls unique within a conversation: some programs count them anew in every
 * reply, and a result would find the wrong call.
 */
export class CallIds {
	readonly #used = new Set<string>();
	/** How often each id was asked for, so that the next free one is found at once. */
	readonly #counts = new Map<string, number>();

	/** The id itself the first time, then `id#2`, `id#3`, …: the same each time a file is read. */
	unique(id: string): string {
		let count = (this.#counts.get(id) ?? 0) + 1;
		let candidate = count === 1 ? id : `${id}#${count}`;
		while (this.#used.has(candidate)) {
			count += 1;
			candidate = `${id}#${count}`;
		}
		this.#counts.set(id, count);
		this.#used.add(candidate);
		return candidate;
	}
}
