import { insertRows, rowsOf, type ConversationRows } from './copying.ts';
import { deleteConversation } from './deleting.ts';
import type { Home } from './home.ts';
import type { Homes } from './homes.ts';
import { forgetIdentities } from './identities.ts';
import { nodesOf } from './nodes.ts';
import { recordsOf } from './records.ts';
import { open } from './schema.ts';
import type { Claim } from './store.ts';
import { StoreError } from './storeError.ts';

/** The ways of conversations between memory and disk: rows are copied in one transaction, records keep their ids. */
export class Moves {
	readonly #homes: Homes;
	/** Those that went on in memory because they could not be written, with the record that was active. */
	readonly #adopted = new Map<string, number | undefined>();

	constructor(homes: Homes) {
		this.#homes = homes;
	}

	/** What was only looked at is a conversation from now on; any other one stays what it is. */
	hold(id: string): void {
		if (this.#homes.isInMemory(id)) {
			this.#homes.views.delete(id);
		}
	}

	/**
	 * Keeps a conversation that was in memory only, or makes one of what was only looked at. Catches up
	 * where a part of it is kept already; what another window has done to it meanwhile is never overwritten.
	 * @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string): void {
		const kept = this.#homes.disk;
		if (this.#homes.views.has(id)) {
			// What another window has made of it by now stays as it is.
			this.#leave(id, () => (kept.has(id) ? undefined : this.#importable(kept, id)));
		} else if (this.#homes.memory.has(id)) {
			this.#holding(id, () =>
				this.#leave(id, () => {
					this.#checkUntouched(kept, id);
					return rowsOf(this.#homes.memory.connection, id);
				}),
			);
		}
	}

	/**
	 * Takes a conversation out of what is kept; it goes on in memory. What stands for it stays: the same
	 * file is the same conversation still, one that is not to be kept.
	 * @throws {StoreError}
	 */
	release(id: string): void {
		const { kept } = this.#homes;
		if (kept?.has(id) === true) {
			const isInMemory = this.#homes.isInMemory(id);
			kept.delete(id, () => (isInMemory ? this.#checkUntouched(kept, id) : this.copyToMemory(id)));
			this.#homes.views.delete(id);
			this.#adopted.delete(id);
		}
	}

	/** Copies what is kept of a conversation into memory, where it goes on. @throws {StoreError} */
	adopt(id: string): void {
		const active = this.#homes.disk.of(id, (_, row) => row.active);
		this.#homes.memory.write(() => this.copyToMemory(id));
		this.#homes.views.delete(id);
		this.#adopted.set(id, active);
	}

	/**
	 * Runs inside a transaction of memory. What is kept leads to it still: a copy of that would outlive a
	 * deletion in another window.
	 */
	copyToMemory(id: string): void {
		const rows = { ...rowsOf(this.#homes.disk.connection, id), identities: [] };
		insertRows(this.#homes.memory.connection, rows, undefined);
	}

	/** Lets go of what is in memory. Its file opened again is the same conversation. */
	forget(id: string): void {
		this.#homes.memory.takeOut(id, () => undefined);
		this.#left(id);
	}

	forgetAll(): void {
		this.#homes.memory.clear();
		this.#homes.views.clear();
		this.#adopted.clear();
	}

	/** Moves a conversation to what is kept, in one transaction. @param read Undefined: it is there already. */
	#leave(id: string, read: () => ConversationRows | undefined): void {
		const memory = this.#homes.memory;
		this.#homes.disk.write(({ connection, index }) => {
			const rows = read();
			if (rows !== undefined) {
				insertRows(connection, rows, index);
			}
			deleteConversation(memory.connection, id);
			forgetIdentities(memory.connection, id);
		});
		this.#left(id);
	}

	/** Nothing of it is in memory any more. */
	#left(id: string): void {
		this.#homes.views.delete(id);
		this.#adopted.delete(id);
		this.#homes.memory.claims.forget(id);
		this.#homes.memory.giveBack();
	}

	/** What the conversation it begins like has of it is shared there, where that is what it was still. */
	#importable(kept: Home, id: string): ConversationRows {
		const { connection } = this.#homes.memory;
		const origin = this.#homes.views.get(id);
		if (origin === undefined) {
			return rowsOf(connection, id);
		}
		const hash = hashAt(kept, origin.id, origin.messages);
		const isShared = hash !== undefined && hash === hashAt(this.#homes.memory, id, origin.messages);
		return isShared
			? { ...rowsOf(connection, id, { start: origin.messages, end: open }), shared: origin }
			: rowsOf(connection, id);
	}

	/** @throws {StoreError} when what is kept has something that is not in memory. */
	#checkUntouched(kept: Home, id: string): void {
		if (!kept.has(id)) {
			return;
		}
		const known = new Set(recordIdsOf(this.#homes.memory, id));
		const { active, messages } = kept.of(id, (_, row) => row);
		const isUntouched =
			active === this.#adopted.get(id) &&
			recordIdsOf(kept, id).every((record) => known.has(record)) &&
			(messages === 0 || hashAt(kept, id, messages) === hashAt(this.#homes.memory, id, messages));
		if (!isUntouched) {
			throw new StoreError('in-use', { detail: 'it was continued in that file' });
		}
	}

	/** Does something while no other window compacts what is kept of a conversation, or answers in it. */
	#holding(id: string, work: () => void): void {
		const kept = this.#homes.disk;
		const claims: Claim[] = [];
		try {
			for (const purpose of kept.has(id) ? (['job', 'turn'] as const) : []) {
				const claim = kept.claims.take(id, purpose);
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

function recordIdsOf(home: Home, id: string): readonly number[] {
	return home.of(id, (connection, { key }) =>
		recordsOf(connection, key).map((record) => record.id),
	);
}

/** Of a conversation's first messages. @param messages How many they are; undefined where it has fewer. */
function hashAt(home: Home, id: string, messages: number): string | undefined {
	const range = { start: messages - 1, end: messages };
	return home.has(id)
		? home.of(id, (connection, { key }) => nodesOf(connection, key, range))[0]?.hash
		: undefined;
}
