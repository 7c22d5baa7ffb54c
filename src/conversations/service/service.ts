import type { SqliteStore } from '../store/sqliteStore.ts';
import { stateOfFork } from '../store/state.ts';
import type { NewConversation, RetentionLimits, StoredConversation } from '../store/store.ts';
import { StoreError } from '../store/storeError.ts';
import { ConversationActor } from './actor.ts';
import type { NotifyChange } from './events.ts';
import type { ServiceParts } from './ports.ts';

/** Conversations that were changed within a day are not deleted by any limit. Milliseconds. */
const recentMs = 24 * 60 * 60 * 1000;

/**
 * Which conversations live: read into memory when they are first asked for, until they are let go of. What is said and
 * compacted in one is the affair of its {@link ConversationActor}.
 */
export class ConversationService {
	readonly #parts: ServiceParts;
	readonly #store: SqliteStore;
	readonly #actors = new Map<string, ConversationActor>();
	#disposed = false;
	#lastId = 0;

	constructor(parts: ServiceParts) {
		this.#parts = parts;
		this.#store = parts.store;
	}

	/** One that lives already. */
	living(id: string): ConversationActor | undefined {
		return this.#actors.get(id);
	}

	/**
	 * A conversation, read into memory; with it a compaction is found that a crash interrupted.
	 * @throws {StoreError} when it is not there or cannot be read.
	 */
	of(id: string): ConversationActor {
		const known = this.#actors.get(id);
		if (known !== undefined) {
			return known;
		}
		if (this.#disposed) {
			throw new StoreError('closed');
		}
		if (this.#store.find(id) === undefined) {
			throw new StoreError('not-found');
		}
		const actor = new ConversationActor(id, {
			...this.#parts,
			tell: this.#tellerOf(id),
			nextId: () => (this.#lastId += 1),
		});
		this.#actors.set(id, actor);
		try {
			actor.recovery.look();
		} catch (error) {
			// Who asks next looks again.
			this.#actors.delete(id);
			throw error;
		}
		return actor;
	}

	create(conversation: NewConversation): StoredConversation {
		const created = this.#store.create(conversation);
		this.#tellerOf(created.id)({ type: 'created' });
		return created;
	}

	/** A conversation that shares the first messages of another, see {@link SqliteStore.fork}. */
	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.forked(id, this.#store.fork(id, messages, conversation));
	}

	/** A fork was made: it goes on as the other one would, paused, resting, with its handles. */
	forked(origin: string, fork: StoredConversation): StoredConversation {
		const state = this.#store.find(origin)?.state;
		if (state !== undefined) {
			this.#store.saveState(fork.id, stateOfFork(origin, state, fork.messages));
		}
		const living = this.living(origin);
		// Without shared messages nothing of what is cached is its beginning.
		if (living !== undefined && fork.messages > 0) {
			this.of(fork.id).cache.goesOnFrom(living.cache);
		}
		this.#tellerOf(fork.id)({ type: 'created' });
		return fork;
	}

	/** Lets go of a conversation, and ends what runs. Never rejects. */
	async close(id: string): Promise<void> {
		const actor = this.#actors.get(id);
		this.#actors.delete(id);
		await actor?.close();
	}

	rename(id: string, title: string): void {
		this.#store.rename(id, title);
		this.#tellerOf(id)({ type: 'changed' });
	}

	/** Deletes a conversation and ends what runs in it. @throws {StoreError} */
	async delete(id: string): Promise<void> {
		try {
			this.#store.delete(id);
		} finally {
			await this.#endGone([id]);
		}
	}

	/** @throws {StoreError} */
	async deleteAll(): Promise<void> {
		const stored = this.#store.list().map((conversation) => conversation.id);
		try {
			this.#store.deleteAll();
		} finally {
			await this.#endGone([...new Set([...stored, ...this.#actors.keys()])]);
		}
	}

	/** Also where deleting failed on the way: it may have been after the messages were gone. */
	async #endGone(ids: readonly string[]): Promise<void> {
		const gone = ids.filter((id) => this.#store.find(id) === undefined);
		await Promise.all(gone.map((id) => this.close(id)));
		for (const id of gone) {
			this.#tellerOf(id)({ type: 'deleted' });
		}
	}

	/** Deletes what is older or larger than the limits allow; what lives stays. @throws {StoreError} */
	prune(limits: Omit<RetentionLimits, 'keep'>, nowMs: number): void {
		// What was changed lately may be open in another window.
		const recent = this.#store.list().filter(({ updatedAt }) => nowMs - updatedAt < recentMs);
		const keep = [...this.#actors.keys(), ...recent.map(({ id }) => id)];
		for (const id of this.#store.prune({ ...limits, keep }, nowMs)) {
			this.#tellerOf(id)({ type: 'deleted' });
		}
	}

	/** Finds compactions that a crash or a shutdown has interrupted. @param among Which are looked at. */
	recover(among: (conversation: StoredConversation) => boolean): void {
		for (const conversation of this.#store.list()) {
			if (conversation.state.interruptedJob !== undefined && among(conversation)) {
				try {
					this.of(conversation.id);
				} catch (error) {
					// One that cannot be read is no reason to look at no other.
					this.#parts.unexpected(error);
				}
			}
		}
	}

	/**
	 * Shuts down: ends what runs. A compaction that is ended by it stays noted and is
	 * offered at the next start. The store is left open. Never rejects.
	 */
	async dispose(): Promise<void> {
		this.#disposed = true;
		const ids = [...this.#actors.keys()];
		await Promise.all(ids.map((id) => this.close(id)));
	}

	/** What goes wrong with whoever hears of a change stops nothing. */
	#tellerOf(conversation: string): NotifyChange {
		const { hear, unexpected } = this.#parts;
		return (change) => {
			try {
				hear({ ...change, conversation });
			} catch (error) {
				unexpected(error);
			}
		};
	}
}
