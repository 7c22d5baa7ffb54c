import type { FileIdentity } from '../fileIdentity.ts';
import { open } from './schema.ts';
import type { SqliteStore } from './sqliteStore.ts';
import type { Claim } from './store.ts';
import { StoreError } from './storeError.ts';

/** Conversations on their way between the stores: their rows are copied, records keep their ids. */
export class Moves {
	readonly #kept: SqliteStore;
	readonly #memory: SqliteStore;
	/** What is only looked at: files have all there is of it. As soon as there is a conversation, that counts. */
	readonly #views = new Set<string>();
	/** Those that went on in memory because they could not be written, with the record that was active. */
	readonly #adopted = new Map<string, number | undefined>();

	constructor(kept: SqliteStore, memory: SqliteStore) {
		this.#kept = kept;
		this.#memory = memory;
	}

	/** What was put into memory is only looked at. */
	look(id: string): void {
		this.#views.add(id);
	}

	/** Whether it is only looked at: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.#views.has(id) && !this.#kept.has(id);
	}

	/** Whether it is a conversation in memory, whatever is kept of it. */
	isInMemory(id: string): boolean {
		return !this.#views.has(id) && this.#memory.has(id);
	}

	/**
	 * Keeps a conversation that was in memory only, or makes one of what was only looked at. Catches up
	 * where a part of it is kept already; what another window has done to it meanwhile is never overwritten.
	 * @param origin The conversation it begins like; what they share is not copied.
	 * @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string, origin?: FileIdentity['origin']): void {
		if (this.#views.has(id)) {
			this.#import(id, origin);
		} else if (this.#memory.has(id)) {
			this.#catchUp(id);
		}
	}

	/** Makes a conversation of what was only looked at; it is in memory. Any other one stays where it is. */
	hold(id: string): void {
		if (this.isView(id)) {
			this.#views.delete(id);
		}
	}

	#catchUp(id: string): void {
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
		const isInMemory = this.isInMemory(id);
		try {
			this.#kept.delete(id, () => (isInMemory ? this.#checkUntouched(id) : this.#copy(id)));
			this.#adopted.delete(id);
		} catch (error) {
			if (!isInMemory && this.#memory.has(id) && this.#kept.has(id)) {
				this.#leave(id);
			}
			throw error;
		}
	}

	/** Copies what is kept of a conversation into memory, where it goes on. @throws {StoreError} */
	adopt(id: string): void {
		const active = this.#kept.find(id)?.active;
		this.#copy(id);
		this.#adopted.set(id, active);
	}

	/** Lets go of what is in memory. Its file opened again is the same conversation. */
	forget(id: string): void {
		this.#adopted.delete(id);
		this.#views.delete(id);
		const identities = this.#memory.identities.of(id);
		this.#memory.delete(id);
		this.#memory.identities.enter(identities);
	}

	forgetAll(): void {
		this.#adopted.clear();
		this.#views.clear();
		this.#memory.deleteAll();
	}

	/**
	 * Keeps what is looked at, in one transaction. What another window has made of it by then stays as it is.
	 */
	#import(id: string, origin: FileIdentity['origin']): void {
		this.#kept.take(() => {
			if (this.#kept.has(id)) {
				return undefined;
			}
			return origin !== undefined && this.#isShared(id, origin)
				? {
						...this.#memory.rowsOf(id, { start: origin.messages, end: open }),
						shared: origin,
					}
				: this.#memory.rowsOf(id);
		});
		this.#leave(id);
	}

	/** What is kept leads to it still: a copy of that would outlive a deletion in another window. */
	#copy(id: string): void {
		this.#memory.take(() => ({ ...this.#kept.rowsOf(id), identities: [] }));
		this.#views.delete(id);
	}

	/** What was in memory is kept, and so is what stands for it. */
	#leave(id: string): void {
		this.#adopted.delete(id);
		this.#views.delete(id);
		this.#memory.delete(id);
	}

	/** Whether what a view begins like is still there. */
	#isShared(id: string, origin: Required<FileIdentity>['origin']): boolean {
		const hash = hashAt(this.#kept, origin.id, origin.messages);
		return hash !== undefined && hash === hashAt(this.#memory, id, origin.messages);
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

/** Of a conversation's first messages. @param messages How many they are; undefined where it has fewer. */
function hashAt(store: SqliteStore, id: string, messages: number): string | undefined {
	const range = { start: messages - 1, end: messages };
	return store.has(id) ? store.log(id, range)[0]?.hash : undefined;
}
