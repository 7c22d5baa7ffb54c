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
 * The active conversations: read into memory on first use, until they are released. A {@link ConversationActor} handles
 * the turns and compactions of one.
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

	/** A conversation that is already active. */
	loaded(id: string): ConversationActor | undefined {
		return this.#actors.get(id);
	}

	/** Reads a conversation into memory. @throws {StoreError} when it is not there or cannot be read. */
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
			notify: this.#notifierFor(id),
			nextId: () => (this.#lastId += 1),
		});
		this.#actors.set(id, actor);
		return actor;
	}

	create(conversation: NewConversation): StoredConversation {
		const created = this.#store.create(conversation);
		this.#notifierFor(created.id)({ type: 'created' });
		return created;
	}

	/** A conversation that shares the first messages of another, see {@link SqliteStore.fork}. */
	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.forked(id, this.#store.fork(id, messages, conversation));
	}

	/** A fork was made: it inherits the other conversation's paused and resting state and its handles. */
	forked(origin: string, fork: StoredConversation): StoredConversation {
		const state = this.#store.find(origin)?.state;
		if (state !== undefined) {
			this.#store.saveState(fork.id, stateOfFork(origin, state, fork.messages));
		}
		const loaded = this.loaded(origin);
		// Without shared messages nothing in the cache is its beginning.
		if (loaded !== undefined && fork.messages > 0) {
			this.of(fork.id).cache.continueFrom(loaded.cache);
		}
		this.#notifierFor(fork.id)({ type: 'created' });
		return fork;
	}

	/** Releases a conversation and cancels its work. Never rejects. */
	async close(id: string): Promise<void> {
		const actor = this.#actors.get(id);
		this.#actors.delete(id);
		await actor?.close();
	}

	rename(id: string, title: string): void {
		this.#store.rename(id, title);
		this.#notifierFor(id)({ type: 'changed' });
	}

	/** Deletes a conversation and cancels its work. @throws {StoreError} */
	async delete(id: string): Promise<void> {
		try {
			this.#store.delete(id);
		} finally {
			await this.#closeDeleted([id]);
		}
	}

	/** @throws {StoreError} */
	async deleteAll(): Promise<void> {
		const stored = this.#store.list().map((conversation) => conversation.id);
		try {
			this.#store.deleteAll();
		} finally {
			await this.#closeDeleted([...new Set([...stored, ...this.#actors.keys()])]);
		}
	}

	/** Also if deleting failed: the messages may have been deleted before the failure. */
	async #closeDeleted(ids: readonly string[]): Promise<void> {
		const deleted = ids.filter((id) => this.#store.find(id) === undefined);
		await Promise.all(deleted.map((id) => this.close(id)));
		for (const id of deleted) {
			this.#notifierFor(id)({ type: 'deleted' });
		}
	}

	/** Deletes conversations that exceed the limits on age or size; active ones stay. @throws {StoreError} */
	prune(limits: Omit<RetentionLimits, 'keep'>, nowMs: number): void {
		// Recently changed conversations may be open in another window.
		const recent = this.#store.list().filter(({ updatedAt }) => nowMs - updatedAt < recentMs);
		const keep = [...this.#actors.keys(), ...recent.map(({ id }) => id)];
		for (const id of this.#store.prune({ ...limits, keep }, nowMs)) {
			this.#notifierFor(id)({ type: 'deleted' });
		}
	}

	/**
	 * After a reload: continues to wait for the end of a provider's cache where a task had ended.
	 * @param among Which conversations to check.
	 */
	resumeIdle(among: (conversation: StoredConversation) => boolean): void {
		const now = this.#parts.epoch();
		for (const conversation of this.#store.list()) {
			const { taskEnd } = conversation.state;
			if (taskEnd !== undefined && taskEnd.cacheEnds > now && among(conversation)) {
				try {
					this.of(conversation.id).resumeIdle();
				} catch (error) {
					// If one cannot be read, the others are still checked.
					this.#parts.unexpected(error);
				}
			}
		}
	}

	/** Shuts down: cancels all work. The store is left open. Never rejects. */
	async dispose(): Promise<void> {
		this.#disposed = true;
		const ids = [...this.#actors.keys()];
		await Promise.all(ids.map((id) => this.close(id)));
	}

	/** A listener's error stops nothing. */
	#notifierFor(conversation: string): NotifyChange {
		const { onEvent, unexpected } = this.#parts;
		return (change) => {
			try {
				onEvent({ ...change, conversation });
			} catch (error) {
				unexpected(error);
			}
		};
	}
}
