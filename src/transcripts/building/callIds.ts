/** Call ids, each given once: some assistants count anew in every turn. */
export class CallIds {
	readonly #given = new Set<string>();
	/** For each id of the file how often it was used, and what it became last. */
	readonly #saved = new Map<string, { readonly uses: number; readonly id: string }>();

	/** The id itself the first time, then one made of it that every provider takes. */
	give(savedId: string): string {
		let uses = this.#saved.get(savedId)?.uses ?? 0;
		let id = savedId;
		do {
			uses += 1;
			id = uses === 1 ? savedId : `${savedId}_${uses}`;
		} while (this.#given.has(id));
		this.#given.add(id);
		this.#saved.set(savedId, { uses, id });
		return id;
	}

	/** What an id became last; undefined when it was never given. */
	latest(savedId: string): string | undefined {
		return this.#saved.get(savedId)?.id;
	}
}
