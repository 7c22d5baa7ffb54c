import { pruneStale } from '../../compaction/prune.ts';
import type { Compactor } from './compactor.ts';
import type { LiveConversation } from './live.ts';

/**
 * Prunes stale tool results by themselves, where the provider has nothing cached that this would break. Each
 * pruning is a record, committed like a compaction.
 */
export class Prunings {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	/** Messages of the log that were looked at: results become stale by later ones only. */
	#looked = 0;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/**
	 * Prunes the context, unless that is not wanted, a compaction runs, or it would save too little.
	 * @throws {StoreError}
	 */
	pruneIfCold(): void {
		const { parts, id } = this.#live;
		if (!this.#hasNewResults || !this.#live.mayPrune || this.#compactor.job !== undefined) {
			return;
		}
		// Whoever compacts has the claim, in this window or in another one.
		const claim = parts.store.claim(id, 'job');
		if (claim === undefined) {
			return;
		}
		try {
			this.#live.refresh();
			this.#looked = this.#live.conversation.log.length;
			this.#prune();
		} finally {
			claim.release();
		}
	}

	/** In constant time where a conversation was looked at before. */
	get #hasNewResults(): boolean {
		const { log } = this.#live.conversation;
		return log.slice(this.#looked).some(({ message }) => message.role === 'tool');
	}

	#prune(): void {
		const { conversation, settings, account, parts, sum: before } = this.#live;
		const { active, activeId } = conversation;
		const record = pruneStale({
			log: conversation.weighedLog,
			...(active === undefined ? {} : { record: active }),
			counter: parts.counter,
			recall: settings.recall,
		});
		if (record === undefined) {
			return;
		}
		const outcome = conversation.commit({ record, parent: activeId, expected: activeId });
		if (outcome.kind !== 'committed') {
			return;
		}
		account.appended(this.#live.sum - before);
		parts.tell({ type: 'changed' });
	}
}
