import type { StoredRecord } from './store/store.ts';

/** All records of a conversation, for undo, redo and restore. Immutable. */
export class RecordTree {
	/** Oldest first. */
	readonly all: readonly StoredRecord[];
	readonly #byId: ReadonlyMap<number, StoredRecord>;

	constructor(records: readonly StoredRecord[]) {
		this.all = records;
		this.#byId = new Map(records.map((record) => [record.id, record]));
	}

	find(id: number | undefined): StoredRecord | undefined {
		return id === undefined ? undefined : this.#byId.get(id);
	}

	/** The record that this one continues or changes; undefined: it was made from the log. */
	parentOf(record: StoredRecord | undefined): StoredRecord | undefined {
		return this.find(record?.parent);
	}

	/** The record that an undo of this record returns to; undefined: the uncompacted log. */
	before(record: StoredRecord): StoredRecord | undefined {
		return this.find(record.record.replaced) ?? this.parentOf(record);
	}

	/** The compaction itself, or the one that the user's changes in this record are based on. */
	compactionOf(record: StoredRecord | undefined): StoredRecord | undefined {
		let compaction = record;
		while (compaction !== undefined && compaction.record.kind !== 'compaction') {
			compaction = this.parentOf(compaction);
		}
		return compaction;
	}

	/**
	 * What the compaction of this record was made from, a summary or a pruning; undefined: the log. A pruning before the
	 * first compaction is the base of that compaction.
	 */
	baseOf(record: StoredRecord | undefined): StoredRecord | undefined {
		const compaction = this.compactionOf(record);
		if (compaction === undefined) {
			return record;
		}
		return compaction.record.fromOriginals === true ? undefined : this.parentOf(compaction);
	}

	/**
	 * The record that a redo moves to: the newest record whose undo leads here. A record that an undo made counts as its
	 * parent, so the record that was undone is its sibling.
	 * @param proposals Records that were never active.
	 */
	childOf(id: number | undefined, proposals: ReadonlySet<number>): StoredRecord | undefined {
		const children = (parent: number | undefined): StoredRecord[] =>
			this.all.filter((record) => this.before(record)?.id === parent && !proposals.has(record.id));
		const own = children(id).at(-1);
		const record = this.find(id);
		return own === undefined && record !== undefined && isCarrying(record)
			? children(record.parent).findLast((sibling) => !isCarrying(sibling))
			: own;
	}

	/** The records that undos made to carry the user's edits to this record. */
	carryingTo(id: number): readonly StoredRecord[] {
		return this.all.filter((record) => record.parent === id && isCarrying(record));
	}

	/** Proposals that have no successors and are not active: as far as the store shows, they were never applied. */
	neverApplied(active: number | undefined): StoredRecord[] {
		const continued = new Set(this.all.flatMap(({ parent, record }) => [parent, record.replaced]));
		return this.all.filter(
			({ id, record }) => record.proposed === true && id !== active && !continued.has(id),
		);
	}

	with(record: StoredRecord): RecordTree {
		return new RecordTree([...this.all, record]);
	}
}

/** Whether an undo made this record, not the user. */
function isCarrying({ record }: StoredRecord): boolean {
	return record.kind === 'pin' && record.change === undefined;
}
