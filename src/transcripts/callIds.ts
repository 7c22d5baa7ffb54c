/**
 * Makes ids of tool calls unique within a conversation: some models count from zero in every
 * reply, and a result would find the wrong call.
 */
export class CallIds {
	readonly #used = new Set<string>();

	/** The id itself the first time, then `id#2`, `id#3`, …: the same each time a file is read. */
	unique(id: string): string {
		let candidate = id;
		for (let count = 2; this.#used.has(candidate); count += 1) {
			candidate = `${id}#${count}`;
		}
		this.#used.add(candidate);
		return candidate;
	}
}
