import { randomUUID } from 'node:crypto';
import type { CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import { longestBeginning, type Beginning } from './beginnings.ts';
import { chained, emptyChain } from './chain.ts';
import type { ConversationDocument } from './document.ts';
import {
	beginningAmong,
	bytesOf,
	checkRecord,
	placesOf,
	toStored,
	type HeldConversation,
} from './heldConversation.ts';
import { HeldIdentities } from './heldIdentities.ts';
import { checkPrefix, inheritedRecords } from './inheritance.ts';
import { wellFormed } from './inserting.ts';
import { expired, type RetentionLimits } from './retention.ts';
import { searchNodes } from './search/memorySearch.ts';
import { freshState } from './state.ts';
import type {
	Claim,
	ClaimPurpose,
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

/** Conversations that are gone with the window: without a database, or not to be stored. */
export class MemoryStore implements ConversationStore {
	readonly identities = new HeldIdentities();
	readonly #now: () => number;
	readonly #held = new Map<string, HeldConversation>();
	readonly #claimed = new Set<string>();
	readonly #spent = new Map<string, number>();
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

	tokens(id: string, range: LogRange): readonly number[] {
		return this.log(id, range).map(({ tokens }) => tokens);
	}

	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		const held = this.#of(id);
		const appended = this.#add(held, entries);
		this.#touch(held);
		return appended;
	}

	/** Forgets all but the first messages, of which there are more: a file is read into it anew. */
	cut(id: string, messages: number): void {
		const held = this.#of(id);
		held.nodes.length = messages;
		held.tokens = held.nodes.reduce((sum, { tokens }) => sum + tokens, 0);
	}

	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.forkOf(this.#of(id), messages, conversation);
	}

	/** A fork of a conversation that need not be one of these. */
	forkOf(
		origin: {
			readonly nodes: readonly StoredNode[];
			readonly records: readonly StoredRecord[];
			readonly active: number | undefined;
		},
		messages: number,
		conversation: NewConversation,
	): StoredConversation {
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

	findBeginning(source: string, hashes: readonly string[], from: number): Beginning | undefined {
		const all = [...this.#held.values()];
		return longestBeginning(hashes, (hash, index) =>
			beginningAmong(all, source, hash, from + index + 1),
		);
	}

	record(id: string, record: number): StoredRecord | undefined {
		return this.#of(id).records.find((stored) => stored.id === record);
	}

	findNamed(source: string, name: string): StoredConversation | undefined {
		return this.list().find((each) => each.source === source && each.state.clientName === name);
	}

	records(id: string): readonly StoredRecord[] {
		return [...this.#of(id).records];
	}

	recordCount(id: string): number {
		return this.#of(id).records.length;
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

	restore(document: ConversationDocument, id?: string): StoredConversation {
		const { createdAt, updatedAt, state, messages, records, active } = document;
		const about = id === undefined ? document : { ...document, id };
		const held = this.#hold(about, createdAt, state);
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

	/** Holds what another store has kept so far, under the same ids. */
	adopt(
		{ active, tokens, messages: _messages, ...about }: StoredConversation,
		nodes: readonly StoredNode[],
		records: readonly StoredRecord[],
	): void {
		const newest = [...nodes, ...records].reduce((most, { id }) => Math.max(most, id), 0);
		this.#lastId = Math.max(this.#lastId, newest) + 1;
		this.#held.set(about.id, {
			about,
			order: this.#lastId,
			active,
			tokens,
			nodes: [...nodes],
			records: [...records],
		});
	}

	delete(id: string): void {
		this.#of(id);
		this.#held.delete(id);
	}

	deleteAll(): void {
		this.#held.clear();
		this.identities.clear();
		this.#spent.clear();
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
		return searchNodes(placesOf(conversations), query);
	}

	claim(id: string, purpose: ClaimPurpose): Claim | undefined {
		this.#of(id);
		const name = `${id} ${purpose}`;
		if (this.#claimed.has(name)) {
			return undefined;
		}
		this.#claimed.add(name);
		let released = false;
		return {
			release: () => {
				if (!released) {
					released = true;
					this.#claimed.delete(name);
				}
			},
		};
	}

	spent(day: string): number {
		return this.#spent.get(day) ?? 0;
	}

	addSpent(day: string, dollars: number): void {
		this.#spent.set(day, this.spent(day) + dollars);
	}

	/** Bytes that the messages would take on disk. */
	size(): number {
		return [...this.#held.values()].reduce((sum, held) => sum + bytesOf(held), 0);
	}

	close(): void {
		this.#held.clear();
	}

	#of(id: string): HeldConversation {
		const held = this.#held.get(id);
		if (held === undefined) {
			throw new StoreError('not-found');
		}
		return held;
	}

	#hold(
		conversation: NewConversation,
		createdAt: number,
		state: ConversationState,
	): HeldConversation {
		const { id = randomUUID(), title, source, file, workspace } = wellFormed(conversation);
		this.#lastId += 1;
		const held: HeldConversation = {
			about: {
				id,
				title,
				source,
				...(file === undefined ? {} : { file }),
				...(workspace === undefined ? {} : { workspace }),
				createdAt,
				updatedAt: createdAt,
				state,
			},
			order: this.#lastId,
			active: undefined,
			tokens: 0,
			nodes: [],
			records: [],
		};
		this.#held.set(id, held);
		return held;
	}

	#add(held: HeldConversation, entries: readonly NewEntry[]): readonly StoredNode[] {
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
		held: HeldConversation,
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

	#touch(held: HeldConversation): void {
		held.about = { ...held.about, updatedAt: Math.max(held.about.updatedAt, this.#now()) };
	}
}
