import { withDecisions } from '../../compaction/changes.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { StoredRecord } from '../store/store.ts';
import { noWishes } from '../../summary/wishes.ts';
import { restAfter } from './gate.ts';
import type { LiveConversation } from './live.ts';
import type { Proposals } from './proposals.ts';

/** How an undo, redo or restore ended. */
export type ReversalEnd =
	| { readonly kind: 'activated' }
	| {
			readonly kind: 'refused';
			readonly reason: 'nothing-to-undo' | 'nothing-to-redo' | 'not-there';
	  };

/** What becomes of automatic compaction. */
type Automatic = 'rests' | 'goes on' | 'as before';

/**
 * Changes which record is active, and nothing else (law 2). A compaction that runs meanwhile finds
 * another record than it was planned on, and its result becomes a proposal.
 */
export class Reversals {
	readonly #live: LiveConversation;
	readonly #proposals: Proposals;

	/** @param proposals No redo leads to a record that never was active. */
	constructor(live: LiveConversation, proposals: Proposals) {
		this.#live = live;
		this.#proposals = proposals;
	}

	/** What a redo would go on to. */
	get next(): StoredRecord | undefined {
		const { records, activeId } = this.#live.conversation;
		return records.childOf(activeId, this.#proposals.unapplied);
	}

	/** Takes back the newest step: a person's change, a pruning, or the compaction with {@link undoCompaction}. */
	undo(): ReversalEnd {
		this.#live.refresh();
		const { records, activeId } = this.#live.conversation;
		const active = records.find(activeId);
		switch (active?.record.kind) {
			case undefined:
			case 'compaction':
				return this.undoCompaction();
			case 'prune':
				return carryTo(this.#live, records.parentOf(active))
					? this.#activated('rests')
					: this.undo();
			case 'pin':
			case 'edit':
			case 'remove':
				return this.#activate(records.parentOf(active), 'as before');
		}
	}

	/**
	 * Goes to what was active before the newest compaction, or to the log where there was none. What a person has pinned, edited and removed by now
	 * is carried there.
	 */
	undoCompaction(): ReversalEnd {
		this.#live.refresh();
		const { conversation } = this.#live;
		const { records, activeId } = conversation;
		if (activeId === undefined) {
			return { kind: 'refused', reason: 'nothing-to-undo' };
		}
		const compaction = records.compactionOf(records.find(activeId));
		const before = compaction === undefined ? undefined : records.before(compaction);
		return carryTo(this.#live, before) ? this.#activated('rests') : this.undoCompaction();
	}

	redo(): ReversalEnd {
		this.#live.refresh();
		const { next } = this;
		return next === undefined
			? { kind: 'refused', reason: 'nothing-to-redo' }
			: this.#activate(next, isPersons(next) ? 'as before' : 'goes on');
	}

	/** @param id A record of this conversation; undefined: the log as it is. */
	restore(id: number | undefined): ReversalEnd {
		this.#live.refresh();
		const record = this.#live.conversation.records.find(id);
		return record === undefined && id !== undefined
			? { kind: 'refused', reason: 'not-there' }
			: this.#activate(record, 'rests');
	}

	#activate(record: StoredRecord | undefined, automatic: Automatic): ReversalEnd {
		const { conversation, state } = this.#live;
		// Without a summary it has nothing of what a person decided.
		const isEarlier = record === undefined || hasSummary(record.record);
		if (isEarlier && record?.id !== conversation.activeId) {
			state.remember(noWishes);
		}
		conversation.activate(record);
		return this.#activated(automatic);
	}

	#activated(automatic: Automatic): ReversalEnd {
		const { state, settings, sum } = this.#live;
		if (automatic !== 'as before') {
			const rests = automatic === 'rests';
			state.tryWrite({ restsUntil: rests ? restAfter(sum, settings.compaction) : undefined });
		}
		this.#live.moved();
		return { kind: 'activated' };
	}
}

/** Whether a person made it. */
function isPersons({ record: { kind } }: StoredRecord): boolean {
	return kind !== 'compaction' && kind !== 'prune';
}

/**
 * Makes another record active without losing what a person has decided by now: pins, edits and
 * removals go with it, as a record on top of it or, where it has no summary, in the state.
 * @param target Undefined: the log as it is.
 * @returns False when yet another record has become active meanwhile; then nothing was done.
 */
export function carryTo(live: LiveConversation, target: StoredRecord | undefined): boolean {
	const { conversation, state, parts, wishes } = live;
	if (!hasSummary(target?.record)) {
		// Before the record goes: it is of no account until then, and not lost whatever happens.
		state.remember(wishes);
		conversation.activate(target);
		return true;
	}
	const decided = (record: StoredRecord): ReturnType<typeof withDecisions> =>
		withDecisions({ log: conversation.log, record: record.record, counter: parts.counter }, wishes);
	const record = decided(target);
	if (record === undefined) {
		conversation.activate(target);
		return true;
	}
	const made = conversation.records
		.carryingTo(target.id)
		.findLast((carrying) => decided(carrying) === undefined);
	if (made !== undefined) {
		conversation.activate(made);
		return true;
	}
	const outcome = conversation.commit({
		record,
		parent: target.id,
		expected: conversation.activeId,
	});
	return outcome.kind === 'committed';
}
