import type { StoredRecord } from './store/store.ts';

/** All records of a conversation: what undo, redo and restore move about in. Immutable. */
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

	/** What an undo of this record goes back to; undefined: the log as it is. */
	before(record: StoredRecord): StoredRecord | undefined {
		return (
			(record.record.remade === true ? this.#replacedBy(record) : undefined) ??
			this.parentOf(record)
		);
	}

	/** The summary in whose place another one was made: the newest until then that continues the same. */
	#replacedBy({ id, parent }: StoredRecord): StoredRecord | undefined {
		const position = this.all.findIndex((record) => record.id === id);
		return this.all.slice(0, position).findLast((record) => {
			const compaction = this.compactionOf(record);
			return compaction !== undefined && compaction.parent === parent;
		});
	}

	/** The compaction that a record is, or that a person has changed since. */
	compactionOf(record: StoredRecord | undefined): StoredRecord | undefined {
		let compaction = record;
		while (compaction !== undefined && compaction.record.kind !== 'compaction') {
			compaction = this.parentOf(compaction);
		}
		return compaction;
	}

	/**
	 * What the compaction of this record was made from, a summary or a pruning; undefined: the log. A pruning
	 * before the first compaction is what that is made from.
	 */
	baseOf(record: StoredRecord | undefined): StoredRecord | undefined {
		const compaction = this.compactionOf(record);
		if (compaction === undefined) {
			return record;
		}
		return compaction.record.fromOriginals === true ? undefined : this.parentOf(compaction);
	}

	/**
	 * What a redo goes on to: the newest of those an undo would come back from. A record that an undo
	 * has made stands for its parent, so what was undone is beside it.
	 * @param proposals Records that were never active.
	 */
	childOf(id: number | undefined, proposals: ReadonlySet<number>): StoredRecord | undefined {
		const children = (parent: number | undefined): StoredRecord[] =>
			this.all.filter((record) => this.before(record)?.id === parent && !proposals.has(record.id));
		const own = children(id).at(-1);
		const record = this.find(id);
		return own === undefined && record !== undefined && isCarrying(record)
			? children(record.parent).findLast((beside) => !isCarrying(beside))
			: own;
	}

	/** The records that undos have made to carry what a person decided to this one. */
	carryingTo(id: number): readonly StoredRecord[] {
		return this.all.filter((record) => record.parent === id && isCarrying(record));
	}

	/** Proposals that nothing was made of, and that are not active: as far as is known nobody took them. */
	untaken(active: number | undefined): StoredRecord[] {
		const continued = new Set(this.all.map(({ parent }) => parent));
		return this.all.filter(
			({ id, record }) => record.proposed === true && id !== active && !continued.has(id),
		);
	}

	with(record: StoredRecord): RecordTree {
		return new RecordTree([...this.all, record]);
	}
}

/** Whether an undo has made a record: nobody pinned anything then. */
function isCarrying({ record }: StoredRecord): boolean {
	return record.kind === 'pin' && record.change === undefined;
}
