import type { CompactionRecord } from '../compaction/record.ts';
import type {
	CommitOutcome,
	ConversationStore,
	NewEntry,
	StoredNode,
	StoredRecord,
} from './store/store.ts';

/** How much of a conversation there is. */
interface Extent {
	readonly messages: number;
	readonly records: number;
	readonly active: number | undefined;
}

/** Where one conversation's messages and records are kept, and which record is active. */
export interface Keeper {
	/** How much is there, without reading it; constant time. */
	extent(): Extent;
	log(): readonly StoredNode[];
	records(): readonly StoredRecord[];
	/** Durable when it returns. @returns The nodes, in order. */
	append(entries: readonly NewEntry[]): readonly StoredNode[];
	/** @param expected The record that has to be active still. */
	commit(
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome;
	/** Keeps a record without making it active: for the person to choose. */
	propose(record: CompactionRecord, parent: number | undefined): StoredRecord;
	activate(record: number | undefined): void;
}

/** Keeps a conversation in a store, which has it already. */
export function keeperIn(store: ConversationStore, id: string): Keeper {
	return {
		extent() {
			const stored = store.find(id);
			return {
				messages: stored?.messages ?? 0,
				records: stored === undefined ? 0 : store.recordCount(id),
				active: stored?.active,
			};
		},
		log: () => store.log(id),
		records: () => store.records(id),
		append: (entries) => store.append(id, entries),
		commit: (record, parent, expected) => store.commit(id, record, parent, expected),
		propose: (record, parent) => store.propose(id, record, parent),
		activate: (record) => store.activate(id, record),
	};
}

/**
 * Keeps nothing beyond the conversation itself: for the command line and for opened transcripts,
 * which nobody else writes to.
 */
export function unkept(): Keeper {
	let messages = 0;
	let records = 0;
	let active: number | undefined;
	const add = (record: CompactionRecord, parent: number | undefined): StoredRecord => {
		records += 1;
		return { id: records, createdAt: 0, record, ...(parent === undefined ? {} : { parent }) };
	};
	return {
		extent: () => ({ messages, records, active }),
		log: () => [],
		records: () => [],
		append: (entries) =>
			entries.map((entry) => {
				messages += 1;
				return { ...entry, id: messages, hash: String(messages) };
			}),
		commit(record, parent) {
			const added = add(record, parent);
			active = added.id;
			return { kind: 'committed', record: added };
		},
		propose: add,
		activate(record) {
			active = record;
		},
	};
}
