import { isImported } from '../../compaction/record.ts';
import { documentOf } from './document.ts';
import type { MemoryStore } from './memoryStore.ts';
import type { Claim, ConversationStore, StoredNode } from './store.ts';
import { StoreError } from './storeError.ts';

/** Conversations on their way between memory and what is kept. */
export class LayerMoves {
	readonly #kept: ConversationStore;
	readonly #memory: MemoryStore;
	/** What was kept of those that went on in memory. */
	readonly #adopted = new Map<
		string,
		{ readonly messages: number; readonly active: number | undefined }
	>();

	constructor(kept: ConversationStore, memory: MemoryStore) {
		this.#kept = kept;
		this.#memory = memory;
	}

	/** Copies what is kept of a conversation into memory, under the same ids. @throws {StoreError} */
	adopt(id: string): void {
		const conversation = this.#kept.find(id);
		if (conversation === undefined) {
			throw new StoreError('not-found');
		}
		this.#memory.adopt(conversation, this.#kept.log(id), this.#kept.records(id));
		this.#adopted.set(id, { messages: conversation.messages, active: conversation.active });
	}

	/** Takes a conversation out of what is kept. @throws {StoreError} Then it is there still. */
	release(id: string): void {
		if (this.#memory.find(id) === undefined) {
			this.adopt(id);
		}
		if (this.#kept.find(id) === undefined) {
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

	/**
	 * Keeps a conversation that is in memory; its records get other ids. What another window has done
	 * to it meanwhile is never overwritten. @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string): void {
		if (this.#kept.find(id) === undefined) {
			this.#kept.restore(documentOf(this.#memory, id), id);
		} else if (!this.yield(id)) {
			this.#catchUp(id);
		}
		this.#kept.identities.enter(this.#memory.identities.of(id));
		this.forget(id);
	}

	/**
	 * Leaves a conversation that was only looked at to the window that keeps it by now.
	 * @returns Whether there was one, and nothing of it was in memory alone.
	 */
	yield(id: string): boolean {
		const isView =
			!this.#adopted.has(id) && this.#memory.records(id).every(({ record }) => isImported(record));
		const kept = isView ? this.#kept.find(id) : undefined;
		if (kept === undefined || !isPrefix(this.#memory.log(id), this.#kept.log(id))) {
			return false;
		}
		this.forget(id);
		return true;
	}

	/** Lets go of what is in memory. */
	forget(id: string): void {
		this.#adopted.delete(id);
		if (this.#memory.find(id) !== undefined) {
			this.#memory.delete(id);
		}
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
					? kept?.active === undefined && isPrefix(this.#kept.log(id), this.#memory.log(id))
					: kept?.messages === base.messages && kept.active === base.active;
			if (!isUntouched) {
				throw new StoreError('in-use', { detail: 'it was continued there' });
			}
			this.#kept.restore(documentOf(this.#memory, id), id);
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

function isPrefix(start: readonly StoredNode[], whole: readonly StoredNode[]): boolean {
	const last = start.at(-1);
	return last === undefined || whole[start.length - 1]?.hash === last.hash;
}
