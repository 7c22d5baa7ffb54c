import type { RetentionLimits } from '../store/store.ts';
import type { SqliteStore } from '../store/sqliteStore.ts';
import type { Closing } from './actor.ts';
import type { EventStream } from './events.ts';

/** Conversations that were changed within a day are not deleted by any limit. Milliseconds. */
const recentMs = 24 * 60 * 60 * 1000;

/** The conversations that live. */
interface Living {
	readonly ids: readonly string[];
	/** Never rejects. */
	close(id: string, cause: Closing): Promise<void>;
}

/**
 * Conversations as they are kept: named and deleted. Methods that return
 * a value at once throw a {@link StoreError} when the store fails; promises do not reject.
 */
export class ConversationArchive {
	readonly #store: SqliteStore;
	readonly #living: Living;
	readonly #events: EventStream;

	constructor(store: SqliteStore, living: Living, events: EventStream) {
		this.#store = store;
		this.#living = living;
		this.#events = events;
	}

	rename(id: string, title: string): void {
		this.#store.rename(id, title);
		this.#events.emitterFor(id)({ type: 'changed' });
	}

	/** Deletes a conversation and ends what runs in it. */
	async delete(id: string): Promise<void> {
		try {
			this.#store.delete(id);
		} finally {
			await this.#endGone([id]);
		}
	}

	async deleteAll(): Promise<void> {
		const stored = this.#store.list().map((conversation) => conversation.id);
		try {
			this.#store.deleteAll();
		} finally {
			await this.#endGone([...new Set([...stored, ...this.#living.ids])]);
		}
	}

	/**
	 * Deletes what is older or larger than the limits allow; what lives stays.
	 * @param nowMs Milliseconds since the epoch.
	 */
	prune(limits: Omit<RetentionLimits, 'keep'>, nowMs: number): void {
		// What was changed lately may be open in another window.
		const recent = this.#store.list().filter(({ updatedAt }) => nowMs - updatedAt < recentMs);
		const keep = [...this.#living.ids, ...recent.map(({ id }) => id)];
		for (const id of this.#store.prune({ ...limits, keep }, nowMs)) {
			this.#events.emitterFor(id)({ type: 'deleted' });
		}
	}

	/** Also where deleting failed on the way: it may have been after the messages were gone. */
	async #endGone(ids: readonly string[]): Promise<void> {
		const gone = ids.filter((id) => this.#store.find(id) === undefined);
		await Promise.all(gone.map((id) => this.#living.close(id, { kind: 'deleted' })));
		for (const id of gone) {
			this.#events.emitterFor(id)({ type: 'deleted' });
		}
	}
}
