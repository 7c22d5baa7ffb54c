import { textIn } from './connection.ts';
import type { Home } from './home.ts';
import type { Homes } from './homes.ts';
import { enterIdentities, identitiesOf } from './identities.ts';
import type { Identities, Identity } from './store.ts';
import { StoreError } from './storeError.ts';

/** The identities of what is in memory and of what is kept. */
export class StoreIdentities implements Identities {
	readonly #homes: Homes;

	constructor(homes: Homes) {
		this.#homes = homes;
	}

	find(digest: string): string | undefined {
		const sql = 'select conversation from @.identity where digest = ?';
		const [row] = this.#homes
			.each(({ connection }) => connection.get(sql, digest))
			.filter((found) => found !== undefined);
		return row === undefined ? undefined : textIn(row, 'conversation');
	}

	enter(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.find(digest) === undefined);
		if (missing.length === 0) {
			return;
		}
		const enterIn = (home: Home): void =>
			home.write(({ connection }) => enterIdentities(connection, missing));
		try {
			enterIn(this.#homes.homeOfNew);
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			// Where nothing can be written, a file can be looked at all the same.
			enterIn(this.#homes.memory);
		}
	}

	of(id: string): readonly Identity[] {
		return this.#homes.each(({ connection }) => identitiesOf(connection, id)).flat();
	}
}
