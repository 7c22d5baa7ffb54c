import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import type { Connection } from './connection.ts';
import { cut } from './copying.ts';
import { deleteConversation, fileBytes } from './deleting.ts';
import type { ConversationDocument } from './document.ts';
import { beginningOf, listed, namedOf, searched } from './everywhere.ts';
import type { FileLock } from './fileLock.ts';
import { insertFork } from './forking.ts';
import type { Home } from './home.ts';
import { Homes, type StoreOptions } from './homes.ts';
import { insertDocument, insertOnce } from './inserting.ts';
import type { NewEntry } from './messageSchema.ts';
import { appendNodes, insertSpan, nodesOf, ownSpan, tokensOfNodes } from './nodes.ts';
import { addRecord, commit, countRecords, recordOf, recordsOf, setActive } from './records.ts';
import type { RetentionLimits } from './retention.ts';
import { conversationRow, findConversation, storedConversation } from './rows.ts';
import { addSpending, spentOn } from './spending.ts';
import type { ConversationState } from './state.ts';
import type {
	Beginning,
	Claim,
	ClaimPurpose,
	CommitOutcome,
	Found,
	NewConversation,
	Origin,
	SearchQuery,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import { StoreError } from './storeError.ts';
import { StoreIdentities } from './storeIdentities.ts';

/**
 * Conversations in memory and on disk, see `openStore` and `memoryStore`: kept, or not to be kept, or
 * only looked at. One whose medium fails while it is written goes on in memory, from where it was.
 * Everything throws a {@link StoreError} when the medium fails; nothing is half-written then.
 */
export class SqliteStore {
	readonly identities: StoreIdentities;
	/** The log, root first; a range of it without reading the rest. */
	readonly log = this.#reading(nodesOf);
	/** Tokens of each message of a range, without reading the messages. */
	readonly tokens = this.#reading(tokensOfNodes);
	/** One record, without reading the others. */
	readonly record = this.#reading(recordOf);
	/** All records, oldest first. */
	readonly records = this.#reading(recordsOf);
	/** How many records there are, without reading them. */
	readonly recordCount = this.#reading(countRecords);
	/** What is in memory, without what is kept. */
	readonly memory: SqliteStore;
	/** Where each one is, and its ways from one home to the other. */
	readonly homes: Homes;
	readonly #presence: FileLock | undefined;
	readonly #now: () => number;

	/** @param presence Tells other processes that the store is in use, until it is closed. */
	constructor(memory: Home, kept: Home, options: StoreOptions, presence?: FileLock) {
		this.homes = new Homes(memory, kept, options);
		this.#now = options.now;
		this.#presence = presence;
		this.memory = kept === memory ? this : new SqliteStore(memory, memory, options);
		this.identities = new StoreIdentities(this.homes);
	}

	/** Why nothing can be written: an older Precis cannot write a newer store. */
	get readOnly(): string | undefined {
		return this.homes.kept.readOnly;
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		return listed(this.homes);
	}

	find(id: string): StoredConversation | undefined {
		return this.homes.of(id).read(({ connection }) => findConversation(connection, id));
	}

	has(id: string): boolean {
		return this.homes.of(id).has(id);
	}

	/** One that has the wanted id already is the one: another window has made it. */
	create(conversation: NewConversation): StoredConversation {
		return this.homes.make((home) => this.#create(home, conversation));
	}

	/** A conversation that is not kept, whatever is done with other new ones. */
	createInMemory(conversation: NewConversation): StoredConversation {
		return this.homes.memory.write((home) => this.#create(home, conversation));
	}

	/** Something to look at. @param origin The conversation it begins like: it shows its records. */
	createView(about: NewConversation, origin: Origin | undefined): StoredConversation {
		const view =
			origin !== undefined && this.has(origin.id)
				? this.forkInMemory(origin.id, origin.messages, about)
				: this.createInMemory(about);
		this.homes.look(view.id, origin);
		return view;
	}

	/** Forgets what is in memory of a conversation beyond its first messages, and records that need more. */
	cutInMemory(id: string, messages: number): void {
		this.homes.memory.write(({ connection }) => cut(connection, id, messages));
	}

	/** Durable when it returns, all of them or none. @returns The nodes, in order. */
	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		return this.homes.write(id, ({ connection, index }) =>
			appendNodes(connection, conversationRow(connection, id), entries, {
				nowMs: this.#now(),
				index,
			}),
		);
	}

	/** A conversation that shares first messages, with the records that lie within: see `insertFork`. */
	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.homes.isInMemory(id)
			? this.forkInMemory(id, messages, conversation)
			: this.homes.make((home) => this.#fork(home, id, messages, conversation));
	}

	/** A fork in memory, wherever the other one is. */
	forkInMemory(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.homes.memory.write((home) => this.#fork(home, id, messages, conversation));
	}

	/** The conversation that has the longest beginning of a history, see `longestIn`. */
	findBeginning(source: string, hashes: readonly string[], from: number): Beginning | undefined {
		return beginningOf(this.homes, source, hashes, from);
	}

	/** The newest conversation that its client calls by this name. @param source Where it came from. */
	findNamed(source: string, name: string): StoredConversation | undefined {
		return namedOf(this.homes, source, name);
	}

	/** Writes a record and makes it the active one. @param expected The one that has to be active still. */
	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome {
		this.#beforeRecord(id, record);
		return this.homes.write(id, ({ connection }) => {
			const row = conversationRow(connection, id);
			return commit(connection, row, record, parent, expected, this.#now());
		});
	}

	/** Writes a record without making it active: a result that came too late, for the person to choose. */
	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		this.#beforeRecord(id, record);
		return this.homes.write(id, ({ connection }) => {
			const row = conversationRow(connection, id);
			return addRecord(connection, row, { ...record, proposed: true }, parent, this.#now());
		});
	}

	/** Changes which record is active: undo, redo, restore. */
	activate(id: string, record: number | undefined): void {
		this.homes.write(id, ({ connection }) =>
			setActive(connection, conversationRow(connection, id), record, this.#now()),
		);
	}

	saveState(id: string, state: ConversationState): void {
		this.#update(id, 'state', JSON.stringify(state));
	}

	rename(id: string, title: string): void {
		this.#update(id, 'title', title.toWellFormed());
	}

	/** A conversation from a document, in place of the one that has the wanted id; absent: a new one. */
	restore(document: ConversationDocument, wanted?: string): StoredConversation {
		return this.homes.make(({ connection, index }) => {
			if (wanted !== undefined) {
				deleteConversation(connection, wanted);
			}
			const id = insertDocument(connection, document, wanted, index);
			return storedConversation(connection, id);
		});
	}

	/** Nodes that another conversation shares stay. @throws {StoreError} `in-use` by another window. */
	delete(id: string): void {
		const { memory, kept } = this.homes;
		const isInMemory = memory.has(id);
		if (kept !== memory && kept.has(id)) {
			kept.delete(id);
		} else if (!isInMemory) {
			throw new StoreError('not-found');
		}
		if (isInMemory) {
			this.homes.forget(id);
		}
	}

	/** Gives the space on disk back too. */
	deleteAll(): void {
		// In this order: where that fails, what is in memory only is still there.
		this.homes.kept.clear();
		this.homes.forgetAll();
	}

	/** Deletes what is older than the limits allow, oldest first. @returns The ids that are gone. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		return this.homes.kept.prune(limits, nowMs);
	}

	search(query: SearchQuery): readonly Found[] {
		return searched(this.homes, query);
	}

	/** Undefined when another process, or another call here, has it. */
	claim(id: string, purpose: ClaimPurpose): Claim | undefined {
		return this.homes.at(id, (home) => {
			home.checkWritable();
			return home.of(id, () => home.claims.take(id, purpose));
		});
	}

	/** US dollars that summaries have cost on a day, over all windows. @param day Any name of it. */
	spent(day: string): number {
		return this.homes
			.each(({ connection }) => spentOn(connection, day))
			.reduce((sum, dollars) => sum + dollars, 0);
	}

	addSpent(day: string, dollars: number): void {
		const add = (home: Home): void =>
			home.write(({ connection }) => addSpending(connection, day, dollars));
		this.homes.orInMemory(this.homes.kept, add, () => add(this.homes.memory));
	}

	/** Bytes of what is kept. */
	size(): number {
		return this.homes.kept.read(({ connection }) => fileBytes(connection));
	}

	close(): void {
		const { memory, kept } = this.homes;
		kept.claims.releaseAll();
		memory.claims.releaseAll();
		memory.connection.close();
		this.#presence?.release();
	}

	/** Reads something of a conversation, which has to be there. */
	#reading<Rest extends readonly unknown[], T>(
		read: (connection: Connection, key: number, ...rest: Rest) => T,
	): (id: string, ...rest: Rest) => T {
		return (id, ...rest) =>
			this.homes.of(id).of(id, (connection, { key }) => read(connection, key, ...rest));
	}

	#create({ connection }: Home, conversation: NewConversation): StoredConversation {
		return insertOnce(connection, conversation, this.#now(), (key) =>
			insertSpan(connection, key, ownSpan(key, 0)),
		);
	}

	/** Runs inside a transaction there. What is on disk is in memory only as long as it is forked. */
	#fork(home: Home, id: string, messages: number, about: NewConversation): StoredConversation {
		const isElsewhere = this.homes.of(id) !== home;
		if (isElsewhere) {
			this.homes.copyToMemory(id);
		}
		const fork = insertFork(home.connection, id, messages, about, this.#now());
		if (isElsewhere) {
			deleteConversation(home.connection, id);
		}
		return fork;
	}

	#update(id: string, column: 'state' | 'title', value: string): void {
		this.homes.write(id, ({ connection }) => {
			const sql = `update @.conversation set ${column} = ? where id = ?`;
			if (connection.run(sql, value, id).changes === 0) {
				throw new StoreError('not-found');
			}
		});
	}

	/** With a record that no file brought along it is looked at no longer. */
	#beforeRecord(id: string, record: CompactionRecord): void {
		if (!isImported(record)) {
			this.homes.hold(id);
		}
	}
}
