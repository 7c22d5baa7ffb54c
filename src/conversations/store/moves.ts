import { isImported } from '../../compaction/record.ts';
import type { ConversationRows } from './copying.ts';
import type { SqliteStore } from './sqliteStore.ts';
import type { Claim } from './store.ts';
import { StoreError } from './storeError.ts';

/** Conversations on their way between memory and disk: their rows are copied, records keep their ids. */
export class Moves {
	readonly #kept: SqliteStore;
	readonly #memory: SqliteStore;
	/** Those that went on in memory because they could not be written, with the record that was active. */
	readonly #adopted = new Map<string, number | undefined>();

	constructor(kept: SqliteStore, memory: SqliteStore) {
		this.#kept = kept;
		this.#memory = memory;
	}

	/**
	 * Keeps a conversation that was in memory only. Catches up where a part of it is kept already; what
	 * another window has done to it meanwhile is never overwritten.
	 * @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string): void {
		if (!this.#memory.has(id) || this.yield(id)) {
			return;
		}
		const take = (): void =>
			this.#kept.take(this.#memory.rowsOf(id), () => this.#checkUntouched(id));
		try {
			if (this.#kept.has(id)) {
				this.#holding(id, take);
			} else {
				take();
			}
			this.#leave(id);
		} catch (error) {
			// Another window may have begun to keep it at this moment.
			if (!this.yield(id)) {
				throw error;
			}
		}
	}

	/**
	 * Leaves a conversation that was only looked at here to the window that keeps it by now.
	 * @returns Whether there was one, and nothing of it was in memory alone.
	 */
	yield(id: string): boolean {
		const isKept = this.#memory.has(id) && !this.#adopted.has(id) && this.#kept.has(id);
		const isView = isKept && this.#memory.records(id).every(({ record }) => isImported(record));
		if (!isView || !isPrefix(id, this.#memory, this.#kept)) {
			return false;
		}
		try {
			this.#kept.identities.enter(this.#memory.identities.of(id));
			this.#leave(id);
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			// What cannot be written can be looked at all the same; what stands for it stays in memory.
			this.forget(id);
		}
		return true;
	}

	/**
	 * Takes a conversation out of what is kept; it goes on in memory. What stands for it stays: the same
	 * file is the same conversation still, one that is not to be kept.
	 * @throws {StoreError}
	 */
	release(id: string): void {
		if (!this.#kept.has(id)) {
			return;
		}
		const isInMemory = this.#memory.has(id);
		try {
			this.#kept.takeOut(id, () =>
				isInMemory ? this.#checkUntouched(id) : this.#memory.take(this.#copyOf(id)),
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
		this.#memory.take(this.#copyOf(id));
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
			throw new StoreError('in-use', { detail: 'it was continued there' });
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
	const last = (store: SqliteStore): string | undefined =>
		store.log(id, { start: end - 1, end }).at(-1)?.hash;
	return end === 0 || last(start) === last(whole);
}
