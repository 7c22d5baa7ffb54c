import { randomUUID } from 'node:crypto';
import { digestOf } from '../conversations/fileIdentity.ts';
import type { Identity } from '../conversations/store/store.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';

/** Keys have a namespace of their own: none leads to a conversation that no extension made. */
export function nameOfKey(key: string): string {
	return `extension ${key}`;
}

/** Which conversations the names of the world outside lead to: places of files, and keys of extensions. */
export class NamedConversations {
	readonly #store: SqliteStore;
	readonly #excluded: () => readonly string[];

	/** @param excluded Ids of conversations that are never kept. */
	constructor(store: SqliteStore, excluded: () => readonly string[]) {
		this.#store = store;
		this.#excluded = excluded;
	}

	/** Many names take as long as one. */
	enter(names: readonly string[]): void {
		this.#store.enterIdentities(names.map((name) => this.#wanted(name)));
	}

	/** Random where the name was never heard. */
	idOf(name: string): string {
		const wanted = this.#wanted(name);
		this.#store.enterIdentities([wanted]);
		return this.#store.findIdentity(wanted.digest) ?? wanted.id;
	}

	/** The id of a name that was heard before. */
	knownAs(name: string): string | undefined {
		return this.#store.findIdentity(digestOf(name));
	}

	/** What an earlier version was told not to keep is in no store that would know its id. */
	#wanted(name: string): Identity {
		const digest = digestOf(name);
		return { digest, id: this.#excluded().includes(digest) ? digest : randomUUID() };
	}
}
