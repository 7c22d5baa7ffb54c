import type { Identities, Identity } from './store.ts';
import { StoreError } from './storeError.ts';

/** Identities of a store in two layers. */
export class LayeredIdentities implements Identities {
	readonly #kept: Identities;
	readonly #memory: Identities;
	readonly #keepsNew: () => boolean;

	/** @param keepsNew Whether new ones are kept. */
	constructor(kept: Identities, memory: Identities, keepsNew: () => boolean) {
		this.#kept = kept;
		this.#memory = memory;
		this.#keepsNew = keepsNew;
	}

	find(digest: string): string | undefined {
		return this.#memory.find(digest) ?? this.#kept.find(digest);
	}

	enter(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.find(digest) === undefined);
		if (missing.length > 0 && !this.#isKept(missing)) {
			this.#memory.enter(missing);
		}
	}

	of(id: string): readonly Identity[] {
		return [...this.#memory.of(id), ...this.#kept.of(id)];
	}

	forget(id: string): void {
		this.#memory.forget(id);
		this.#kept.forget(id);
	}

	/** Where nothing can be written, a file can be looked at all the same. */
	#isKept(missing: readonly Identity[]): boolean {
		if (!this.#keepsNew()) {
			return false;
		}
		try {
			this.#kept.enter(missing);
			return true;
		} catch (error) {
			if (error instanceof StoreError) {
				return false;
			}
			throw error;
		}
	}
}
