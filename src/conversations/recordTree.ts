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

	/** What an undo of this record goes back to; undefined: the log as it is. */
	parentOf(record: StoredRecord | undefined): StoredRecord | undefined {
		return this.find(record?.parent);
	}

	/** The record whose summary this one continues; undefined: it was made from the log. */
	baseOf(record: StoredRecord | undefined): StoredRecord | undefined {
		return record?.record.fromOriginals === true ? undefined : this.parentOf(record);
	}

	/**
	 * What a redo goes on to: the newest of those an undo would come back from.
	 * @param proposals Records that were never active.
	 */
	childOf(id: number | undefined, proposals: ReadonlySet<number>): StoredRecord | undefined {
		return this.all.findLast((record) => record.parent === id && !proposals.has(record.id));
	}

	with(record: StoredRecord): RecordTree {
		return new RecordTree([...this.all, record]);
	}
}
