import { textIn } from './connection.ts';
import type { Home } from './home.ts';
import type { Homes } from './homes.ts';
import { enterIdentities, identitiesOf } from './identities.ts';
import type { Identity } from './store.ts';
import { StoreError } from './storeError.ts';

/** Which conversations digests stand for, in memory and in what is kept. They need not be there. */
export class StoreIdentities {
	readonly #homes: Homes;

	constructor(homes: Homes) {
		this.#homes = homes;
	}

	/** The id that a digest stands for. */
	find(digest: string): string | undefined {
		const sql = 'select conversation from @.identity where digest = ?';
		const [row] = this.#homes
			.each(({ connection }) => connection.get(sql, digest))
			.filter((found) => found !== undefined);
		return row === undefined ? undefined : textIn(row, 'conversation');
	}

	/** Has digests stand for ids, all of them or none; one that stands for an id already goes on to. */
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

	/** Those that stand for an id. */
	of(id: string): readonly Identity[] {
		return this.#homes.each(({ connection }) => identitiesOf(connection, id)).flat();
	}
}
