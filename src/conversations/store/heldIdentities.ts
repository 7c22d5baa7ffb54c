import type { Identities, Identity } from './store.ts';

/** Identities that are gone with the window: who closes a file and opens it again gets the same conversation. */
export class HeldIdentities implements Identities {
	/** Ids by their digests. */
	readonly #ids = new Map<string, string>();

	find(digest: string): string | undefined {
		return this.#ids.get(digest);
	}

	enter(identities: readonly Identity[]): void {
		for (const { digest, id } of identities) {
			this.#ids.set(digest, this.find(digest) ?? id);
		}
	}

	of(id: string): readonly Identity[] {
		return [...this.#ids].filter(([, known]) => known === id).map(([digest]) => ({ digest, id }));
	}

	clear(): void {
		this.#ids.clear();
	}
}
