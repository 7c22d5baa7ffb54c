import type { CompactionRecord } from '../../compaction/record.ts';
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
		if (this.#hasNewResults && this.#live.mayPrune && this.#compactor.job === undefined) {
			this.#live.revise(() => {
				this.#live.refresh();
				this.#looked = this.#live.conversation.log.length;
				return this.#pruned();
			});
		}
	}

	/** In constant time where a conversation was looked at before. */
	get #hasNewResults(): boolean {
		const { log } = this.#live.conversation;
		return log.slice(this.#looked).some(({ message }) => message.role === 'tool');
	}

	#pruned(): CompactionRecord | undefined {
		const { conversation, settings, parts } = this.#live;
		const { active } = conversation;
		return pruneStale({
			log: conversation.weighedLog,
			...(active === undefined ? {} : { record: active }),
			counter: parts.counter,
			recall: settings.recall,
		});
	}
}
