import {
	changeItem,
	type ChangeOutcome,
	type ItemChange,
	type StoredItem,
} from '../../compaction/changes.ts';
import type { LiveConversation } from './live.ts';

type Changed = Extract<ChangeOutcome, { readonly kind: 'changed' }>;

/** How a person's change to an item ended. */
export type ChangeEnd =
	| Exclude<ChangeOutcome, Changed>
	| Omit<Changed, 'record'>
	/** A compaction runs: its summary would not have the change. */
	| { readonly kind: 'refused'; readonly reason: 'busy' };

/** A person's changes to the active summary: each is a record, committed like a compaction. */
export class Changes {
	readonly #live: LiveConversation;

	constructor(live: LiveConversation) {
		this.#live = live;
	}

	/** @throws {StoreError} */
	change(place: StoredItem, change: ItemChange): ChangeEnd {
		this.#live.refresh();
		const { conversation, parts, settings, id } = this.#live;
		const { active, activeId, log } = conversation;
		if (active === undefined || activeId !== place.record) {
			return { kind: 'refused', reason: 'stale' };
		}
		const outcome = changeItem(
			{ log, record: active, settings: settings.compaction, counter: parts.counter },
			place,
			change,
		);
		if (outcome.kind !== 'changed') {
			return outcome;
		}
		// Whoever compacts has the claim, in this window or in another one.
		const claim = parts.store.claim(id, 'job');
		if (claim === undefined) {
			return { kind: 'refused', reason: 'busy' };
		}
		try {
			return this.#commit(outcome, activeId);
		} finally {
			claim.release();
		}
	}

	#commit({ record, ...changed }: Changed, expected: number): ChangeEnd {
		const { conversation, account, parts, sum: before } = this.#live;
		if (conversation.commit({ record, parent: expected, expected }).kind === 'conflict') {
			return { kind: 'refused', reason: 'stale' };
		}
		// No new context: what a provider reported of the rest of it still holds.
		account.appended(this.#live.sum - before);
		parts.tell({ type: 'changed' });
		return changed;
	}
}
