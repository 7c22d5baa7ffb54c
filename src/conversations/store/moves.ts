import { isImported } from '../../compaction/record.ts';
import type { SqliteStore } from './sqliteStore.ts';
import type { Claim, StoredConversation } from './store.ts';
import { StoreError } from './storeError.ts';

/** Conversations on their way between memory and disk: their rows are copied, records keep their ids. */
export class Moves {
	readonly #kept: SqliteStore;
	readonly #memory: SqliteStore;
	/** What was kept of those that went on in memory. */
	readonly #adopted = new Map<string, Pick<StoredConversation, 'messages' | 'active'>>();

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
		if (this.#kept.has(id)) {
			this.#catchUp(id);
		} else {
			this.#kept.take(this.#memory.rowsOf(id));
		}
		this.forget(id);
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
		this.#kept.identities.enter(this.#memory.identities.of(id));
		this.forget(id);
		return true;
	}

	/** Takes a conversation out of what is kept; it goes on in memory. @throws {StoreError} */
	release(id: string): void {
		if (!this.#memory.has(id)) {
			this.adopt(id);
		}
		if (!this.#kept.has(id)) {
			return;
		}
		const identities = this.#kept.identities.of(id);
		try {
			this.#kept.delete(id);
		} catch (error) {
			this.forget(id);
			throw error;
		}
		// The same file is the same conversation still: one that is not to be kept.
		this.#kept.identities.enter(identities);
	}

	/** Copies what is kept of a conversation into memory. @throws {StoreError} */
	adopt(id: string): void {
		const kept = this.#kept.find(id);
		this.#memory.take(this.#kept.rowsOf(id));
		this.#adopted.set(id, kept ?? { messages: 0 });
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

	/** Puts what went on in memory in place of what is kept, unless that went on too. */
	#catchUp(id: string): void {
		this.#holding(id, () => {
			const base = this.#adopted.get(id);
			const kept = this.#kept.find(id);
			const isUntouched =
				base === undefined
					? kept?.active === undefined && isPrefix(id, this.#kept, this.#memory)
					: kept?.messages === base.messages && kept.active === base.active;
			if (!isUntouched) {
				throw new StoreError('in-use', { detail: 'it was continued there' });
			}
			this.#kept.take(this.#memory.rowsOf(id));
		});
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
