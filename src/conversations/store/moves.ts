import type { FileIdentity } from '../fileIdentity.ts';
import type { ConversationRows } from './copying.ts';
import { open } from './schema.ts';
import type { SqliteStore } from './sqliteStore.ts';
import type { Claim } from './store.ts';
import { StoreError } from './storeError.ts';

/** Conversations on their way between the stores: their rows are copied, records keep their ids. */
export class Moves {
	readonly #kept: SqliteStore;
	readonly #memory: SqliteStore;
	readonly #views: SqliteStore;
	/** Those that went on in memory because they could not be written, with the record that was active. */
	readonly #adopted = new Map<string, number | undefined>();

	constructor(kept: SqliteStore, memory: SqliteStore, views: SqliteStore) {
		this.#kept = kept;
		this.#memory = memory;
		this.#views = views;
	}

	/**
	 * Keeps a conversation that was in memory only, or makes one of what was only looked at. Catches up
	 * where a part of it is kept already; what another window has done to it meanwhile is never overwritten.
	 * @param origin The conversation it begins like; what they share is not copied.
	 * @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string, origin?: FileIdentity['origin']): void {
		if (!this.#memory.has(id)) {
			this.#import(id, this.#kept, origin);
			return;
		}
		const rows = this.#memory.rowsOf(id);
		const take = (): void =>
			this.#kept.take(() => {
				this.#checkUntouched(id);
				return rows;
			});
		if (this.#kept.has(id)) {
			this.#holding(id, take);
		} else {
			take();
		}
		this.#leave(id);
	}

	/** Makes a conversation of what was only looked at; it is in memory. Any other one stays where it is. */
	hold(id: string): void {
		if (!this.#kept.has(id)) {
			this.#import(id, this.#memory);
		}
	}

	/**
	 * Takes a conversation out of what is kept; it goes on in memory. What stands for it stays: the same
	 * file is the same conversation still, one that is not to be kept.
	 * @throws {StoreError}
	 */
	release(id: string): void {
		if (this.#kept.readOnly !== undefined) {
			throw new StoreError('read-only', { detail: this.#kept.readOnly });
		}
		if (!this.#kept.has(id)) {
			return;
		}
		const isInMemory = this.#memory.has(id);
		try {
			this.#kept.delete(id, () =>
				isInMemory ? this.#checkUntouched(id) : this.#memory.take(() => this.#copyOf(id)),
			);
			this.#adopted.delete(id);
		} catch (error) {
			if (!isInMemory && this.#kept.has(id)) {
				this.#leave(id);
			}
			throw error;
		}
	}

	/** Copies what is kept of a conversation into memory, where it goes on. @throws {StoreError} */
	adopt(id: string): void {
		const active = this.#kept.find(id)?.active;
		this.#memory.take(() => this.#copyOf(id));
		this.#adopted.set(id, active);
	}

	/** Lets go of what is in memory. Its file opened again is the same conversation. */
	forget(id: string): void {
		this.#adopted.delete(id);
		const identities = this.#memory.identities.of(id);
		this.#memory.delete(id);
		this.#memory.identities.enter(identities);
	}

	forgetAll(): void {
		this.#adopted.clear();
		this.#memory.deleteAll();
	}

	/**
	 * Makes a conversation of what is looked at, in one transaction: the only way there is. What another
	 * window has made of it by then stays as it is.
	 */
	#import(id: string, target: SqliteStore, origin?: FileIdentity['origin']): void {
		if (!this.#views.has(id)) {
			return;
		}
		const isKept = target === this.#kept;
		const identities = isKept ? this.#memory.identities.of(id) : [];
		target.take(() => {
			if (target.has(id)) {
				return undefined;
			}
			return origin !== undefined && isShared(id, this.#views, origin, target)
				? {
						...this.#views.rowsOf(id, { start: origin.messages, end: open }),
						identities,
						shared: origin,
					}
				: { ...this.#views.rowsOf(id), identities };
		});
		if (isKept) {
			this.#memory.identities.forget(id);
		}
		this.#views.delete(id);
	}

	/** What is kept leads to it still: a copy of that would outlive a deletion in another window. */
	#copyOf(id: string): ConversationRows {
		return { ...this.#kept.rowsOf(id), identities: [] };
	}

	/** What was in memory is kept, and so is what stands for it. */
	#leave(id: string): void {
		this.#adopted.delete(id);
		this.#memory.delete(id);
	}

	/** @throws {StoreError} when what is kept has something that is not in memory. */
	#checkUntouched(id: string): void {
		const kept = this.#kept.find(id);
		const known = new Set(this.#memory.records(id).map((record) => record.id));
		const isUntouched =
			kept === undefined ||
			(kept.active === this.#adopted.get(id) &&
				this.#kept.records(id).every((record) => known.has(record.id)) &&
				isPrefix(id, this.#kept, this.#memory));
		if (!isUntouched) {
			throw new StoreError('in-use', { detail: 'it was continued in that file' });
		}
	}

	/** Does something while no other window compacts what is kept of a conversation, or answers in it. */
	#holding(id: string, work: () => void): void {
		const claims: Claim[] = [];
		try {
			for (const purpose of ['job', 'turn'] as const) {
				const claim = this.#kept.claim(id, purpose);
				if (claim === undefined) {
					throw new StoreError('in-use');
				}
				claims.push(claim);
			}
			work();
		} finally {
			claims.forEach((claim) => claim.release());
		}
	}
}

/** Whether all that one store has of a conversation is what it begins with in another. */
function isPrefix(id: string, start: SqliteStore, whole: SqliteStore): boolean {
	const end = start.find(id)?.messages ?? 0;
	return end === 0 || hashAt(start, id, end) === hashAt(whole, id, end);
}

/** Whether what a view begins like is still there. */
function isShared(
	id: string,
	views: SqliteStore,
	origin: Required<FileIdentity>['origin'],
	target: SqliteStore,
): boolean {
	const hash = hashAt(target, origin.id, origin.messages);
	return hash !== undefined && hash === hashAt(views, id, origin.messages);
}

/** Of a conversation's first messages. @param messages How many they are; undefined where it has fewer. */
function hashAt(store: SqliteStore, id: string, messages: number): string | undefined {
	const range = { start: messages - 1, end: messages };
	return store.has(id) ? store.log(id, range)[0]?.hash : undefined;
}
