import {
	changeItem,
	type ChangeOutcome,
	type ItemChange,
	type PlacedItem,
} from '../../compaction/changes.ts';
import type { StoredRecord } from '../store/store.ts';
import type { LiveConversation } from './live.ts';

/** An item of a stored record. */
export interface StoredItem extends PlacedItem {
	/** Id of the record; another one that is active now is not changed. */
	readonly record: number;
}

/** How a person's change to an item ended. */
export type ChangeEnd =
	/** `record` is active now. */
	| (Pick<Extract<ChangeOutcome, { kind: 'changed' }>, 'overBudget'> & {
			readonly kind: 'changed';
			readonly record: StoredRecord;
	  })
	| { readonly kind: 'unchanged' }
	| {
			readonly kind: 'refused';
			readonly reason:
				| Extract<ChangeOutcome, { kind: 'refused' }>['reason']
				/** A compaction runs: its summary would not have the change. */
				| 'busy';
	  };

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

	#commit(
		{ record, overBudget }: Extract<ChangeOutcome, { kind: 'changed' }>,
		expected: number,
	): ChangeEnd {
		const { conversation, account, parts, sum: before } = this.#live;
		const committed = conversation.commit({ record, parent: expected, expected });
		if (committed.kind === 'conflict') {
			return { kind: 'refused', reason: 'stale' };
		}
		// No new context: what a provider reported of the rest of it still holds.
		account.appended(this.#live.sum - before);
		parts.tell({ type: 'record-committed', record: committed.record });
		parts.tell({ type: 'size', size: account.size });
		return {
			kind: 'changed',
			record: committed.record,
			...(overBudget === undefined ? {} : { overBudget }),
		};
	}
}
