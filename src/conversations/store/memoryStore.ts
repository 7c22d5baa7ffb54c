import { randomUUID } from 'node:crypto';
import type { CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import { chained, emptyChain } from './chain.ts';
import type { ConversationDocument } from './document.ts';
import { checkPrefix, inheritedRecords } from './inheritance.ts';
import { wellFormed } from './inserting.ts';
import { expired, type RetentionLimits } from './retention.ts';
import { searchNodes } from './search/memorySearch.ts';
import { freshState } from './state.ts';
import type {
	Claim,
	CommitOutcome,
	ConversationState,
	ConversationStore,
	Found,
	NewConversation,
	NewEntry,
	SearchQuery,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import { StoreError } from './storeError.ts';

interface Held {
	/** Everything that is not derived from the nodes. */
	about: Omit<StoredConversation, 'messages' | 'tokens' | 'active'>;
	readonly order: number;
	active: number | undefined;
	tokens: number;
	readonly nodes: StoredNode[];
	readonly records: StoredRecord[];
}

/** Conversations that are gone with the window: without a database, or not to be stored. */
export class MemoryStore implements ConversationStore {
	readonly #now: () => number;
	readonly #held = new Map<string, Held>();
	readonly #claimed = new Set<string>();
	#lastId = 0;

	/** @param now Milliseconds since the epoch; may jump backwards. */
	constructor(now: () => number) {
		this.#now = now;
	}

	list(): readonly StoredConversation[] {
		return [...this.#held.values()]
			.sort((a, b) => b.about.updatedAt - a.about.updatedAt || b.order - a.order)
			.map(toStored);
	}

	find(id: string): StoredConversation | undefined {
		const held = this.#held.get(id);
		return held === undefined ? undefined : toStored(held);
	}

	create(conversation: NewConversation): StoredConversation {
		return toStored(this.#hold(conversation, this.#now(), freshState));
	}

	log(id: string, range?: LogRange): readonly StoredNode[] {
		return this.#of(id).nodes.slice(Math.max(0, range?.start ?? 0), range?.end);
	}

	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		const held = this.#of(id);
		const appended = this.#add(held, entries);
		this.#touch(held);
		return appended;
	}

	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		const origin = this.#of(id);
		checkPrefix(messages, origin.nodes.length);
		const made = this.#hold(conversation, this.#now(), freshState);
		made.nodes.push(...origin.nodes.slice(0, messages));
		made.tokens = made.nodes.reduce((sum, { tokens }) => sum + tokens, 0);
		const { records, active } = inheritedRecords(origin.records, origin.active, messages);
		const copies = new Map<number, number>();
		for (const { id: original, parent, createdAt, record } of records) {
			const copiedParent = parent === undefined ? undefined : copies.get(parent);
			copies.set(original, this.#record(made, record, copiedParent, createdAt).id);
		}
		made.active = active === undefined ? undefined : copies.get(active);
		return toStored(made);
	}

	records(id: string): readonly StoredRecord[] {
		return [...this.#of(id).records];
	}

	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome {
		const held = this.#of(id);
		if (held.active !== expected) {
			return { kind: 'conflict' };
		}
		const stored = this.propose(id, record, parent);
		this.activate(id, stored.id);
		return { kind: 'committed', record: stored };
	}

	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		const held = this.#of(id);
		checkRecord(held, parent);
		return this.#record(held, record, parent, this.#now());
	}

	activate(id: string, record: number | undefined): void {
		const held = this.#of(id);
		checkRecord(held, record);
		held.active = record;
		this.#touch(held);
	}

	saveState(id: string, state: ConversationState): void {
		const held = this.#of(id);
		held.about = { ...held.about, state };
	}

	rename(id: string, title: string): void {
		const held = this.#of(id);
		held.about = { ...held.about, title: title.toWellFormed() };
	}

	restore(document: ConversationDocument): StoredConversation {
		const { createdAt, updatedAt, state, messages, records, active } = document;
		const held = this.#hold(document, createdAt, state);
		this.#add(held, messages);
		const ids: number[] = [];
		for (const { parent, createdAt, record } of records) {
			const known = parent === undefined ? undefined : ids[parent - 1];
			ids.push(this.#record(held, record, known, createdAt).id);
		}
		held.active = active === undefined ? undefined : ids[active - 1];
		held.about = { ...held.about, updatedAt };
		return toStored(held);
	}

	delete(id: string): void {
		this.#of(id);
		this.#held.delete(id);
	}

	deleteAll(): void {
		this.#held.clear();
	}

	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		const weighed = [...this.#held.values()].map((held) => ({
			conversation: held.about,
			bytes: bytesOf(held),
		}));
		const gone = expired(weighed, this.size(), limits, nowMs);
		for (const id of gone) {
			this.#held.delete(id);
		}
		return gone;
	}

	search(query: SearchQuery): readonly Found[] {
		const conversations =
			query.conversation === undefined ? [...this.#held.values()] : [this.#of(query.conversation)];
		const places = new Map<number, { conversation: string; number: number; node: StoredNode }>();
		for (const { about, nodes } of conversations) {
			for (const [index, node] of nodes.entries()) {
				if (!places.has(node.id)) {
					places.set(node.id, { conversation: about.id, number: index + 1, node });
				}
			}
		}
		return searchNodes([...places.values()], query);
	}

	claim(id: string): Claim | undefined {
		this.#of(id);
		if (this.#claimed.has(id)) {
			return undefined;
		}
		this.#claimed.add(id);
		let released = false;
		return {
			release: () => {
				if (!released) {
					released = true;
					this.#claimed.delete(id);
				}
			},
		};
	}

	/** Bytes that the messages would take on disk. */
	size(): number {
		return [...this.#held.values()].reduce((sum, held) => sum + bytesOf(held), 0);
	}

	close(): void {
		this.#held.clear();
	}

	#of(id: string): Held {
		const held = this.#held.get(id);
		if (held === undefined) {
			throw new StoreError('not-found');
		}
		return held;
	}

	#hold(conversation: NewConversation, createdAt: number, state: ConversationState): Held {
		const id = randomUUID();
		this.#lastId += 1;
		const held: Held = {
			about: { id, ...wellFormed(conversation), createdAt, updatedAt: createdAt, state },
			order: this.#lastId,
			active: undefined,
			tokens: 0,
			nodes: [],
			records: [],
		};
		this.#held.set(id, held);
		return held;
	}

	#add(held: Held, entries: readonly NewEntry[]): readonly StoredNode[] {
		let hash = held.nodes.at(-1)?.hash ?? emptyChain;
		const added: StoredNode[] = [];
		for (const entry of entries) {
			hash = chained(hash, entry.message);
			this.#lastId += 1;
			added.push({ id: this.#lastId, hash, ...entry });
			held.tokens += entry.tokens;
		}
		for (const node of added) {
			held.nodes.push(node);
		}
		return added;
	}

	#record(
		held: Held,
		record: CompactionRecord,
		parent: number | undefined,
		createdAt: number,
	): StoredRecord {
		this.#lastId += 1;
		const made = {
			id: this.#lastId,
			...(parent === undefined ? {} : { parent }),
			createdAt,
			record,
		};
		held.records.push(made);
		return made;
	}

	#touch(held: Held): void {
		held.about = { ...held.about, updatedAt: Math.max(held.about.updatedAt, this.#now()) };
	}
}

function toStored({ about, nodes, tokens, active }: Held): StoredConversation {
	return { ...about, messages: nodes.length, tokens, ...(active === undefined ? {} : { active }) };
}

function checkRecord({ records }: Held, id: number | undefined): void {
	if (id !== undefined && !records.some((record) => record.id === id)) {
		throw new StoreError('not-found', { detail: `record ${id}` });
	}
}

function bytesOf({ nodes }: Held): number {
	return nodes.reduce((sum, { message }) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
