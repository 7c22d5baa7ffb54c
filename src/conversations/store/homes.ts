import { insertRows, rowsOf, type ConversationRows } from './copying.ts';
import { deleteConversation } from './deleting.ts';
import type { Home } from './home.ts';
import { forgetIdentities } from './identities.ts';
import { nodesOf } from './nodes.ts';
import { recordsOf } from './records.ts';
import { open } from './schema.ts';
import type { Claim, Origin, StoredConversation } from './store.ts';
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

/**
 * Where each conversation is, in memory or on disk, and its ways from one to the other: rows are copied in
 * one transaction, records keep their ids. One whose medium fails while it is written goes on in memory,
 * from where it was.
 */
export class Homes {
	readonly memory: Home;
	/** The disk; memory where there is none. */
	readonly kept: Home;
	/**
	 * What is in memory and only looked at, with the conversation it begins like: files have all there is of
	 * it. As soon as a window keeps a conversation of it, that counts.
	 */
	readonly #views = new Map<string, Origin | undefined>();
	/** Those that went on in memory because they could not be written, with the record that was active. */
	readonly #adopted = new Map<string, number | undefined>();
	readonly #options: StoreOptions;

	constructor(memory: Home, kept: Home, options: StoreOptions) {
		this.memory = memory;
		this.kept = kept;
		this.#options = options;
	}

	/** Whether anything can be kept at all. */
	get canKeep(): boolean {
		return this.kept !== this.memory && this.kept.readOnly === undefined;
	}

	/** Where one that is nowhere would be looked for on disk. */
	of(id: string): Home {
		const { memory, kept } = this;
		const isInMemory = this.#views.has(id) ? !kept.has(id) : memory.has(id);
		return isInMemory ? memory : kept;
	}

	isInMemory(id: string): boolean {
		return this.of(id) === this.memory;
	}

	/** Whether it survives the window. */
	isKept(id: string): boolean {
		return !this.isInMemory(id) && this.kept.has(id);
	}

	/** Whether it is only looked at: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.#views.has(id) && (this.kept === this.memory || !this.kept.has(id));
	}

	/** Reads something of each, memory first. */
	each<T>(read: (home: Home) => T): readonly T[] {
		return [...new Set([this.memory, this.kept])].map((home) => home.read(read));
	}

	/** The same of what is found about conversations, each where it is. */
	found<T>(
		read: (home: Home) => readonly T[],
		idOf: (found: T) => string,
	): readonly (readonly T[])[] {
		return this.each((home) => read(home).filter((one) => this.of(idOf(one)) === home));
	}

	/** What was put into memory is only looked at. @param origin The conversation it begins like. */
	look(id: string, origin: Origin | undefined): void {
		this.#views.set(id, origin);
	}

	/** Where new conversations go. */
	get homeOfNew(): Home {
		return this.canKeep && (this.#options.keepsNew?.() ?? true) ? this.kept : this.memory;
	}

	/** Writes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	write<T>(id: string, work: (home: Home) => T): T {
		return this.at(id, (home) => home.write(work));
	}

	/** Does something where a conversation is. @throws {StoreError} for what passes. */
	at<T>(id: string, work: (home: Home) => T): T {
		return this.orInMemory(this.of(id), work, (error) => {
			this.#adopt(id);
			this.#options.onUnkept?.(id, error);
			return work(this.memory);
		});
	}

	/** Makes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	make(work: (home: Home) => StoredConversation): StoredConversation {
		const making = (home: Home): StoredConversation => home.write(work);
		return this.orInMemory(this.homeOfNew, making, (error) => {
			const made = making(this.memory);
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
			if (home !== this.memory && isLasting) {
				return instead(error);
			}
			throw error;
		}
	}

	/** What was only looked at is a conversation from now on; any other one stays what it is. */
	hold(id: string): void {
		if (this.isInMemory(id)) {
			this.#views.delete(id);
		}
	}

	/**
	 * Keeps a conversation that was in memory only, or makes one of what was only looked at. Catches up
	 * where a part of it is kept already; what another window has done to it meanwhile is never overwritten.
	 * @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string): void {
		const { kept, memory } = this;
		if (kept === memory) {
			throw new StoreError('io', { detail: 'there is no store on disk' });
		}
		if (this.#views.has(id)) {
			// What another window has made of it by now stays as it is.
			this.#leave(id, () => (kept.has(id) ? undefined : this.#importable(id)));
		} else if (this.memory.has(id)) {
			this.#holding(id, () =>
				this.#leave(id, () => {
					this.#checkUntouched(id);
					return rowsOf(this.memory.connection, id);
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
		const { kept, memory } = this;
		if (kept !== memory && kept.has(id)) {
			const isInMemory = this.isInMemory(id);
			kept.delete(id, () => (isInMemory ? this.#checkUntouched(id) : this.copyToMemory(id)));
			this.#views.delete(id);
			this.#adopted.delete(id);
		}
	}

	/** Copies what is kept of a conversation into memory, where it goes on. @throws {StoreError} */
	#adopt(id: string): void {
		const active = this.kept.of(id, (_, row) => row.active);
		this.memory.write(() => this.copyToMemory(id));
		this.#views.delete(id);
		this.#adopted.set(id, active);
	}

	/**
	 * Runs inside a transaction of memory. What is kept leads to it still: a copy of that would outlive a
	 * deletion in another window.
	 */
	copyToMemory(id: string): void {
		// Messages are read while they are inserted.
		this.kept.read(({ connection }) => {
			const rows = { ...rowsOf(connection, id), identities: [] };
			insertRows(this.memory.connection, rows, undefined);
		});
	}

	/** Lets go of what is in memory. Its file opened again is the same conversation. */
	forget(id: string): void {
		this.memory.takeOut(id, () => undefined);
		this.#left(id);
	}

	forgetAll(): void {
		this.memory.clear();
		this.#views.clear();
		this.#adopted.clear();
	}

	/** Moves a conversation to what is kept, in one transaction. @param read Undefined: it is there already. */
	#leave(id: string, read: () => ConversationRows | undefined): void {
		const memory = this.memory;
		this.kept.write(({ connection, index }) => {
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
		this.#views.delete(id);
		this.#adopted.delete(id);
		this.memory.claims.forget(id);
		this.memory.giveBack();
	}

	/** What the conversation it begins like has of it is shared there, where that is what it was still. */
	#importable(id: string): ConversationRows {
		const { connection } = this.memory;
		const origin = this.#views.get(id);
		if (origin === undefined) {
			return rowsOf(connection, id);
		}
		const hash = hashAt(this.kept, origin.id, origin.messages);
		const isShared = hash !== undefined && hash === hashAt(this.memory, id, origin.messages);
		return isShared
			? { ...rowsOf(connection, id, { start: origin.messages, end: open }), shared: origin }
			: rowsOf(connection, id);
	}

	/** @throws {StoreError} when what is kept has something that is not in memory. */
	#checkUntouched(id: string): void {
		const { kept, memory } = this;
		if (!kept.has(id)) {
			return;
		}
		const known = new Set(recordIdsOf(memory, id));
		const { active, messages } = kept.of(id, (_, row) => row);
		const isUntouched =
			active === this.#adopted.get(id) &&
			recordIdsOf(kept, id).every((record) => known.has(record)) &&
			(messages === 0 || hashAt(kept, id, messages) === hashAt(memory, id, messages));
		if (!isUntouched) {
			throw new StoreError('in-use', { detail: 'it was continued in that file' });
		}
	}

	/** Does something while no other window compacts what is kept of a conversation, or answers in it. */
	#holding(id: string, work: () => void): void {
		const kept = this.kept;
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
