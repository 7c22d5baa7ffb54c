import { textIn } from './connection.ts';
import type { Home } from './home.ts';
import { enterIdentities, identitiesOf } from './identities.ts';
import type { Identities, Identity } from './store.ts';
import { StoreError } from './storeError.ts';

/** The identities of what is in memory and of what is kept. */
export class StoreIdentities implements Identities {
	readonly #memory: Home;
	/** What is in memory counts before what is kept. */
	readonly #homes: readonly Home[];
	readonly #homeOfNew: () => Home;

	/** @param homeOfNew Where new ones go. */
	constructor(memory: Home, kept: Home | undefined, homeOfNew: () => Home) {
		this.#memory = memory;
		this.#homes = kept === undefined ? [memory] : [memory, kept];
		this.#homeOfNew = homeOfNew;
	}

	find(digest: string): string | undefined {
		for (const home of this.#homes) {
			const row = home.read(({ connection }) =>
				connection.get('select conversation from @.identity where digest = ?', digest),
			);
			if (row !== undefined) {
				return textIn(row, 'conversation');
			}
		}
		return undefined;
	}

	enter(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.find(digest) === undefined);
		if (missing.length === 0) {
			return;
		}
		const enterIn = (home: Home): void =>
			home.write(({ connection }) => enterIdentities(connection, missing));
		try {
			enterIn(this.#homeOfNew());
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			// Where nothing can be written, a file can be looked at all the same.
			enterIn(this.#memory);
		}
	}

	of(id: string): readonly Identity[] {
		return this.#homes.flatMap((home) =>
			home.read(({ connection }) => identitiesOf(connection, id)),
		);
	}
}
