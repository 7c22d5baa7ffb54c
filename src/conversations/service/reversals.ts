import type { StoredRecord } from '../store/store.ts';
import { restAfter } from './gate.ts';
import type { LiveConversation } from './live.ts';

/** How an undo, redo or restore ended. */
export type ReversalEnd =
	/** Undefined: the log as it is. */
	| { readonly kind: 'activated'; readonly record: StoredRecord | undefined }
	| {
			readonly kind: 'refused';
			readonly reason: 'nothing-to-undo' | 'nothing-to-redo' | 'not-there';
	  };

/**
 * Changes which record is active, and nothing else (law 2). A compaction that runs meanwhile finds
 * another record than it was planned on, and its result becomes a proposal.
 */
export class Reversals {
	readonly #live: LiveConversation;
	readonly #unapplied: ReadonlySet<number>;

	/** @param unapplied Records that never were active: no redo leads there. */
	constructor(live: LiveConversation, unapplied: ReadonlySet<number>) {
		this.#live = live;
		this.#unapplied = unapplied;
	}

	/** What a redo would go on to. */
	get next(): StoredRecord | undefined {
		const { records, activeId } = this.#live.conversation;
		return records.childOf(activeId, this.#unapplied);
	}

	undo(): ReversalEnd {
		this.#live.refresh();
		const { records, activeId } = this.#live.conversation;
		const active = records.find(activeId);
		return active === undefined
			? { kind: 'refused', reason: 'nothing-to-undo' }
			: this.#activate(records.parentOf(active), 'rest');
	}

	redo(): ReversalEnd {
		this.#live.refresh();
		const { next } = this;
		return next === undefined
			? { kind: 'refused', reason: 'nothing-to-redo' }
			: this.#activate(next, 'go on');
	}

	/** @param id A record of this conversation; undefined: the log as it is. */
	restore(id: number | undefined): ReversalEnd {
		this.#live.refresh();
		const record = this.#live.conversation.records.find(id);
		return record === undefined && id !== undefined
			? { kind: 'refused', reason: 'not-there' }
			: this.#activate(record, 'rest');
	}

	#activate(record: StoredRecord | undefined, automatic: 'rest' | 'go on'): ReversalEnd {
		const { conversation, state, settings } = this.#live;
		conversation.activate(record);
		const restsUntil =
			automatic === 'rest' ? restAfter(this.#live.sum, settings.compaction) : undefined;
		state.tryWrite({ restsUntil });
		this.#live.moved();
		return { kind: 'activated', record };
	}
}
