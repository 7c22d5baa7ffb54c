import { textIn } from './connection.ts';
import { enterIdentities, identitiesOf } from './conversations.ts';
import type { StoreDatabase } from './database.ts';
import type { Identity } from './store.ts';
import { StoreError } from './storeError.ts';

/** Which conversations digests stand for. The conversations need not exist. */
export class StoreIdentities {
	readonly #memory: StoreDatabase;
	readonly #kept: StoreDatabase;
	readonly #ofNew: () => StoreDatabase;

	/** @param ofNew Where new ones go. */
	constructor(memory: StoreDatabase, kept: StoreDatabase, ofNew: () => StoreDatabase) {
		this.#memory = memory;
		this.#kept = kept;
		this.#ofNew = ofNew;
	}

	/** The id that a digest stands for. */
	find(digest: string): string | undefined {
		const sql = 'select conversation from @.identity where digest = ?';
		const findIn = (database: StoreDatabase): string | undefined => {
			const row = database.read(({ connection }) => connection.get(sql, digest));
			return row === undefined ? undefined : textIn(row, 'conversation');
		};
		return findIn(this.#memory) ?? findIn(this.#kept);
	}

	/** Has digests stand for ids, all of them or none; a digest that stands for an id already keeps it. */
	enter(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.find(digest) === undefined);
		if (missing.length === 0) {
			return;
		}
		const enterIn = (database: StoreDatabase): void =>
			database.write(({ connection }) => enterIdentities(connection, missing));
		try {
			enterIn(this.#ofNew());
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			// A file can be viewed even if nothing can be written.
			enterIn(this.#memory);
		}
	}

	/** Those that stand for an id. */
	of(id: string): readonly Identity[] {
		return [...new Set([this.#memory, this.#kept])].flatMap((database) =>
			database.read(({ connection }) => identitiesOf(connection, id)),
		);
	}
}
