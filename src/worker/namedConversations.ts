import { randomUUID } from 'node:crypto';
import { digestOf } from '../conversations/fileIdentity.ts';
import type { Identity } from '../conversations/store/store.ts';
import type { StoreIdentities } from '../conversations/store/identities.ts';

/** Keys have a namespace of their own: none leads to a conversation that no extension made. */
export function nameOfKey(key: string): string {
	return `extension ${key}`;
}

/** Which conversations the names of the world outside lead to: places of files, and keys of extensions. */
export class NamedConversations {
	readonly #identities: StoreIdentities;
	readonly #excluded: () => readonly string[];

	/** @param excluded Ids of conversations that are never kept. */
	constructor(identities: StoreIdentities, excluded: () => readonly string[]) {
		this.#identities = identities;
		this.#excluded = excluded;
	}

	/** Many names take as long as one. */
	enter(names: readonly string[]): void {
		this.#identities.enter(names.map((name) => this.#wanted(name)));
	}

	/** Random where the name was never heard. */
	idOf(name: string): string {
		const wanted = this.#wanted(name);
		this.#identities.enter([wanted]);
		return this.#identities.find(wanted.digest) ?? wanted.id;
	}

	/** The id of a name that was heard before. */
	knownAs(name: string): string | undefined {
		return this.#identities.find(digestOf(name));
	}

	/** What an earlier version was told not to keep is in no store that would know its id. */
	#wanted(name: string): Identity {
		const digest = digestOf(name);
		return { digest, id: this.#excluded().includes(digest) ? digest : randomUUID() };
	}
}
