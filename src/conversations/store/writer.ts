import type { Home } from './home.ts';
import type { Homes } from './homes.ts';
import type { Moves } from './moves.ts';
import type { StoredConversation } from './store.ts';
import { StoreError, type StoreFailure } from './storeError.ts';

/** What lets a conversation go on in memory: waiting or trying again would not help at once. */
const lasting: ReadonlySet<StoreFailure> = new Set(['disk-full', 'read-only', 'io']);

/** What a store is told by whoever opens it. */
export interface StoreOptions {
	/** Milliseconds since the epoch; may jump backwards. */
	readonly now: () => number;
	/** Whether new conversations are kept; absent: they are, where they can be. */
	readonly keepsNew?: () => boolean;
	/** A conversation could not be written, and is in memory from now on. */
	readonly onUnkept?: (id: string, error: StoreError) => void;
}

/** Writes conversations where they are. One whose medium fails meanwhile goes on in memory, from where it was. */
export class StoreWriter {
	readonly #homes: Homes;
	readonly #moves: Moves;
	readonly #options: StoreOptions;

	constructor(homes: Homes, moves: Moves, options: StoreOptions) {
		this.#homes = homes;
		this.#moves = moves;
		this.#options = options;
	}

	/** Where new conversations go. */
	get homeOfNew(): Home {
		const { memory, kept } = this.#homes;
		const isKept = kept?.readOnly === undefined && (this.#options.keepsNew?.() ?? true);
		return kept !== undefined && isKept ? kept : memory;
	}

	/** Writes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	write<T>(id: string, work: (home: Home) => T): T {
		return this.at(id, (home) => home.write(work));
	}

	/** Does something where a conversation is. @throws {StoreError} for what passes. */
	at<T>(id: string, work: (home: Home) => T): T {
		return this.orInMemory(this.#homes.of(id), work, (error) => {
			this.#moves.adopt(id);
			this.#options.onUnkept?.(id, error);
			return work(this.#homes.memory);
		});
	}

	/** Makes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	make(work: (home: Home) => StoredConversation): StoredConversation {
		const making = (home: Home): StoredConversation => home.write(work);
		return this.orInMemory(this.homeOfNew, making, (error) => {
			const made = making(this.#homes.memory);
			this.#options.onUnkept?.(made.id, error);
			return made;
		});
	}

	/** @param instead Is done where the disk fails for good. */
	orInMemory<T>(home: Home, work: (home: Home) => T, instead: (error: StoreError) => T): T {
		try {
			return work(home);
		} catch (error) {
			const isLasting = error instanceof StoreError && lasting.has(error.kind);
			if (home !== this.#homes.memory && isLasting) {
				return instead(error);
			}
			throw error;
		}
	}
}
