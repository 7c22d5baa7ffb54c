import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import { readingsOf } from '../search/terms.ts';
import { backUp } from './backup.ts';
import { chained, emptyChain } from './chain.ts';
import { type Connection, numberIn, textIn } from './connection.ts';
import {
	activateIn,
	addRecord,
	conversationsIn,
	copyConversation,
	createIn,
	emptyConversation,
	enterIdentities,
	forgetIdentities,
	identitiesOf,
	indexMissing,
	insertNodes,
	nodeRows,
	nodesIn,
	notFound,
	recordsIn,
	removeConversation,
	rowOf,
	type StoreDatabase,
} from './database.ts';
import { removeBackups } from './files.ts';
import { searchDatabase } from './search.ts';
import type { ConversationState } from './state.ts';
import type {
	HistoryMatch,
	Claim,
	SearchHit,
	Identity,
	NewConversation,
	NewEntry,
	SharedPrefix,
	RetentionLimits,
	SearchQuery,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import { isClosed, StoreError, type StoreFailure } from './storeError.ts';

/** Options of a store. */
export interface StoreOptions {
	/** Milliseconds since the epoch; may jump backwards. */
	readonly now: () => number;
	/** Whether new conversations are stored on disk; absent: yes, if possible. */
	readonly keepsNew?: () => boolean;
	/** A conversation could not be stored on disk, and is in memory from now on. Called once, until it is stored. */
	readonly onUnkept?: (id: string, error: StoreError) => void;
	/** Called with errors of background work; for logging. */
	readonly unexpected?: (error: unknown) => void;
}

/** Failures after which a conversation continues in memory, because waiting or retrying would not help at once. */
const lasting: ReadonlySet<StoreFailure> = new Set(['disk-full', 'read-only', 'io']);

/**
 * Conversations in memory and on disk, see `openStore` and `memoryStore`: stored, not to be stored, or only viewed. If
 * the disk fails during a write, the conversation continues in memory from its previous state. Everything throws a
 * {@link StoreError} when the medium fails; nothing is left half-written.
 */
export class SqliteStore {
	readonly #memory: StoreDatabase;
	/** The database on disk; the one in memory if there is none. */
	readonly #kept: StoreDatabase;
	readonly #databases: readonly StoreDatabase[];
	readonly #options: StoreOptions;
	readonly #presence: Connection | undefined;
	/**
	 * Views in memory, whose files have all of their content. Once a window stores such a conversation, the stored one
	 * takes precedence.
	 */
	readonly #views = new Set<string>();
	/** Conversations that are in memory because they could not be stored, with their last state on disk. */
	readonly #unkept = new Map<string, string | undefined>();
	/** Passes that free space run one at a time. */
	#freeing: Promise<void> = Promise.resolve();

	/** @param presence Shows other processes that the store is in use, until it is closed. */
	constructor(
		memory: StoreDatabase,
		kept: StoreDatabase,
		options: StoreOptions,
		presence?: Connection,
	) {
		this.#memory = memory;
		this.#kept = kept;
		this.#databases = [...new Set([memory, kept])];
		this.#options = options;
		this.#presence = presence;
	}

	/** Why the store is read-only: an older Precis cannot write to a newer store. */
	get readOnly(): string | undefined {
		return this.#kept.disk?.readOnly;
	}

	/** Whether conversations can be stored on disk at all. */
	get canKeep(): boolean {
		return this.#kept !== this.#memory && this.readOnly === undefined;
	}

	/** Whether it is stored on disk. */
	isKept(id: string): boolean {
		return !this.#isInMemory(id) && has(this.#kept, id);
	}

	/** Whether this is an unmodified view of its file, which no window has turned into a conversation. */
	isView(id: string): boolean {
		return this.#views.has(id) && (this.#kept === this.#memory || !has(this.#kept, id));
	}

	/** Conversations that should be on disk but are in memory. */
	get unkept(): readonly string[] {
		return [...this.#unkept.keys()];
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		return this.#merged(
			(database) => conversationsIn(database, 'order by updated desc, key desc'),
			idOf,
		).sort(newestFirst);
	}

	find(id: string): StoredConversation | undefined {
		const database = this.#databaseOf(id);
		return database.read(() => conversationsIn(database, 'where id = ?', id)[0]);
	}

	has(id: string): boolean {
		return has(this.#databaseOf(id), id);
	}

	/** The log, oldest first; a range is read without the rest. */
	log(id: string, range?: LogRange): readonly StoredNode[] {
		return this.#read(id, (database, key) => nodesIn(database, key, range));
	}

	/** Tokens of each message of a range, without reading the messages. */
	tokens(id: string, range: LogRange): readonly number[] {
		return this.#read(id, (database, key) =>
			nodeRows(database, key, range, 'n.tokens').map((row) => numberIn(row, 'tokens')),
		);
	}

	/** All records, oldest first. */
	records(id: string): readonly StoredRecord[] {
		return this.#read(id, recordsIn);
	}

	/** One record, without reading the others. */
	record(id: string, record: number): StoredRecord | undefined {
		return this.#read(id, (database, key) => recordsIn(database, key, record)[0]);
	}

	/** How many records there are, without reading them. */
	recordCount(id: string): number {
		const sql = 'select count(*) from @.record where conversation = ?';
		return this.#read(id, ({ connection }, key) => connection.number(sql, key));
	}

	/** Creates a conversation. If another window has already created the one with the wanted id, returns that one. */
	create(about: NewConversation): StoredConversation {
		return this.#make((database) => createIn(database, about, this.#options.now()));
	}

	/** Creates a conversation that is not stored on disk, regardless of the setting for new ones. */
	createInMemory(about: NewConversation): StoredConversation {
		const memory = this.#memory;
		return memory.write(() => createIn(memory, about, this.#options.now()));
	}

	/** Creates a view of a file. @param origin The conversation with the same beginning, whose records it shows. */
	createView(about: NewConversation, origin: SharedPrefix | undefined): StoredConversation {
		const view =
			origin !== undefined && this.has(origin.id)
				? this.forkInMemory(origin.id, origin.messages, about)
				: this.createInMemory(about);
		this.#views.add(view.id);
		return view;
	}

	/** Deletes the messages and records of a view, because its file was replaced. */
	emptyView(id: string): void {
		this.#memory.write(() => emptyConversation(this.#memory, id));
	}

	/**
	 * Durable on return, all of them or none.
	 * @param after Required number of messages in the log; by default it is not checked.
	 * @returns The nodes, in order.
	 * @throws {StoreError} `in-use`: another window has appended something meanwhile.
	 */
	append(id: string, entries: readonly NewEntry[], after?: number): readonly StoredNode[] {
		return this.#write(id, (database) => {
			const row = rowOf(database, id);
			if (row.messages !== (after ?? row.messages)) {
				throw new StoreError('in-use');
			}
			const last = database.connection.get('select hash from @.node where id = ?', row.leaf);
			let hash = last === undefined ? emptyChain : textIn(last, 'hash');
			const nodes = entries.map(({ message, tokens, counter }) => {
				hash = chained(hash, message);
				return { hash, tokens, counter, message };
			});
			insertNodes(database, row, nodes, this.#options.now());
			return nodes;
		});
	}

	/** Creates a conversation that shares the first messages of another, and the records within them. */
	fork(id: string, messages: number, about: NewConversation): StoredConversation {
		return this.#isInMemory(id)
			? this.forkInMemory(id, messages, about)
			: this.#make((database) => this.#forkIn(database, { id, messages }, about));
	}

	/** Creates a fork in memory, wherever the original is. */
	forkInMemory(id: string, messages: number, about: NewConversation): StoredConversation {
		return this.#memory.write(() => this.#forkIn(this.#memory, { id, messages }, about));
	}

	/**
	 * The conversation that shares the longest beginning with a history. A conversation that has a message also has all
	 * before it, so a few look-ups are enough. Of several, prefers one that ends there, then the newest.
	 * @param source Where the conversation came from.
	 * @param hashes See {@link StoredNode.hash}: of the first message, of the first two, and so on.
	 */
	findBeginning(source: string, hashes: readonly string[]): HistoryMatch | undefined {
		return this.#merged(
			(database) => longestBeginning(database, source, hashes),
			({ conversation }) => conversation,
		).sort((a, b) => b.messages - a.messages)[0];
	}

	/** The newest conversation with this name of its client. @param source Where it came from. */
	findNamed(source: string, name: string): StoredConversation | undefined {
		const which = `where case when json_valid(state) then json_extract(state, '$.clientName') end = ?
			and source = ? order by updated desc, key desc limit 1`;
		return this.#merged((database) => conversationsIn(database, which, name, source), idOf).sort(
			newestFirst,
		)[0];
	}

	/**
	 * Writes a record and activates it.
	 * @param expected The record that must still be active.
	 * @returns Undefined: another one is active; nothing was written.
	 */
	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): StoredRecord | undefined {
		this.#beforeRecord(id, record);
		return this.#write(id, (database) => {
			const { key, active } = rowOf(database, id);
			if (active !== expected) {
				return undefined;
			}
			const nowMs = this.#options.now();
			const stored = addRecord(database, key, record, parent, nowMs);
			activateIn(database, key, stored.id, nowMs);
			return stored;
		});
	}

	/** Writes a record without activating it: a result that came too late, for the user to choose. */
	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		this.#beforeRecord(id, record);
		const proposed = { ...record, proposed: true } as const;
		return this.#write(id, (database) =>
			addRecord(database, rowOf(database, id).key, proposed, parent, this.#options.now()),
		);
	}

	/** Activates another record: undo, redo, restore. */
	activate(id: string, record: number | undefined): void {
		this.#write(id, (database) =>
			activateIn(database, rowOf(database, id).key, record, this.#options.now()),
		);
	}

	saveState(id: string, state: ConversationState): void {
		this.#update(id, 'state', JSON.stringify(state));
	}

	rename(id: string, title: string): void {
		this.#update(id, 'title', title.toWellFormed());
	}

	#update(id: string, column: 'state' | 'title', value: string): void {
		const sql = `update @.conversation set ${column} = ? where id = ?`;
		this.#write(id, ({ connection }) => connection.run(sql, value, id).changes || notFound());
	}

	/**
	 * Deletes a conversation. Nodes that another conversation shares stay. @throws {StoreError} `in-use` by another
	 * window.
	 */
	delete(id: string): void {
		const isInMemory = has(this.#memory, id);
		if (this.#kept !== this.#memory && has(this.#kept, id)) {
			this.#deleteKept(id);
		} else if (!isInMemory) {
			throw new StoreError('not-found');
		}
		if (isInMemory) {
			// Its digests stay, so reopening its file leads to the same conversation.
			this.#memory.write(() => removeConversation(this.#memory, id));
			this.#dropFromMemory(id);
		}
	}

	/**
	 * Deletes a conversation on disk, and its digests.
	 * @param instead Runs in place of deleting the digests, because the conversation continues elsewhere. No writes can
	 * happen in between.
	 * @throws {StoreError} `in-use` by another window.
	 */
	#deleteKept(id: string, instead?: () => void): void {
		this.#kept.checkWritable();
		if (this.#kept.claims.isInUse(id)) {
			throw new StoreError('in-use');
		}
		this.#deleteRows(id, instead);
		this.#clearUp();
	}

	/** The same, without checking for use and without clearing up. @returns Whether it was there. */
	#deleteRows(id: string, instead = () => forgetIdentities(this.#kept, id)): boolean {
		const wasThere = this.#kept.write(() => {
			instead();
			return removeConversation(this.#kept, id);
		});
		this.#kept.claims.forget(id);
		return wasThere;
	}

	/** Removes what is left of deleted conversations on disk. */
	#clearUp(): void {
		try {
			if (this.#kept.disk !== undefined) {
				removeBackups(this.#kept.disk.files);
			}
		} catch (error) {
			// The conversations are deleted; freeing their space tries this again until it succeeds.
			this.#options.unexpected?.(error);
		}
		this.#freeInBackground();
	}

	/**
	 * Frees the space of deleted data, in steps between which other work runs. Runs after each deletion; left to the next
	 * session if this one ends before.
	 * @throws {StoreError}
	 */
	freeSpace(): Promise<void> {
		const free = async (): Promise<void> => {
			for (const database of this.#databases) {
				await database.freeSpace();
			}
		};
		this.#freeing = this.#freeing.then(free, free);
		return this.#freeing;
	}

	#freeInBackground(): void {
		this.freeSpace().catch((error: unknown) => {
			if (!isClosed(error)) {
				this.#options.unexpected?.(error);
			}
		});
	}

	/** Deletes everything and frees the space on disk. */
	deleteAll(): void {
		// The disk first: if that fails, the conversations in memory are still there.
		this.#kept.clear();
		this.#memory.clear();
		this.#views.clear();
		this.#unkept.clear();
	}

	/** Deletes conversations that exceed the limits, oldest first. @returns The deleted ids. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		const kept = this.#kept;
		const chosen = kept.read(() => expired(kept, limits, nowMs));
		const deleted: string[] = [];
		try {
			// One by one: other windows can write in between.
			for (const id of chosen) {
				if (!kept.claims.isInUse(id) && this.#deleteRows(id)) {
					deleted.push(id);
				}
			}
		} finally {
			if (deleted.length > 0) {
				this.#clearUp();
			}
		}
		return deleted;
	}

	/** Backs up the conversations on disk, see `backUp`. @throws {StoreError} */
	async backUp(): Promise<void> {
		const { disk } = this.#kept;
		if (disk !== undefined && disk.readOnly === undefined) {
			// No backup may contain words of deleted messages.
			await this.freeSpace();
			await backUp(disk.files, this.#options.now());
		}
	}

	/** Messages with the words of a query, by the first reading that has results. */
	search(query: SearchQuery): readonly SearchHit[] {
		const { text, reading: only, conversation, limit } = query;
		const databases =
			conversation === undefined ? this.#databases : [this.#databaseOf(conversation)];
		databases.forEach(indexMissing);
		const readings = readingsOf(text);
		// Both databases use the same reading: if one has exact matches, the other must not add approximate ones.
		for (const reading of only === undefined ? readings : readings.slice(only, only + 1)) {
			const hits = databases.map((database) =>
				this.#ownedIn(
					database,
					() => searchDatabase(database, reading, query),
					(found) => found.conversation,
				),
			);
			// Alternates between the databases, so that neither pushes the other's hits off the page.
			const found = Array.from({ length: limit }, (_, at) =>
				hits.toReversed().flatMap((some) => some.slice(at, at + 1)),
			).flat();
			if (found.length > 0) {
				return found.slice(0, limit);
			}
		}
		return [];
	}

	/** The right to compact; undefined when another process, or another call here, holds it. */
	claim(id: string): Claim | undefined {
		return this.#inDatabaseOf(id, (database) => {
			database.checkWritable();
			database.read(() => rowOf(database, id));
			return database.claims.take(id);
		});
	}

	/** The id that a digest leads to; the conversation need not exist. */
	findIdentity(digest: string): string | undefined {
		const sql = 'select conversation from @.identity where digest = ?';
		const [row] = this.#databases.flatMap((one) => one.read(() => one.connection.all(sql, digest)));
		return row && textIn(row, 'conversation');
	}

	/** Assigns digests to ids, all of them or none; a digest that is already assigned is not changed. */
	enterIdentities(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.findIdentity(digest) === undefined);
		if (missing.length === 0) {
			return;
		}
		const enter = (database: StoreDatabase): void =>
			database.write(() => enterIdentities(database, missing));
		try {
			enter(this.#databaseForNew);
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			// A file can be viewed even if the disk is read-only.
			enter(this.#memory);
		}
	}

	/** Whether any digest leads to an id. */
	hasIdentity(id: string): boolean {
		return this.#databases.some(
			(database) => database.read(() => identitiesOf(database, id)).length > 0,
		);
	}

	/** Cost of summaries on a day in US dollars, across all windows. @param day Any unique name of the day. */
	spent(day: string): number {
		const sql = 'select dollars from @.spending where day = ?';
		return this.#databases.reduce(
			(sum, database) => sum + database.read(() => database.connection.number(sql, day)),
			0,
		);
	}

	addSpent(day: string, dollars: number): void {
		const add = (database: StoreDatabase): void =>
			void database.write(() =>
				database.connection.run(
					`insert into @.spending (day, dollars) values (?, ?)
					on conflict (day) do update set dollars = dollars + excluded.dollars`,
					day,
					dollars,
				),
			);
		this.#orInMemory(this.#kept, add, () => add(this.#memory));
	}

	/** Bytes of the conversations on disk. */
	size(): number {
		return this.#kept.bytes;
	}

	close(): void {
		this.#databases.forEach(({ claims }) => claims.releaseAll());
		this.#memory.connection.close();
		this.#presence?.close();
	}

	/** Turns a view into a conversation; other conversations stay unchanged. */
	adoptView(id: string): void {
		if (this.#isInMemory(id)) {
			this.#views.delete(id);
		}
	}

	/**
	 * Stores a conversation that was in memory, or turns a view into one, in one transaction. If it was stored before,
	 * adds what is new; changes by another window are never overwritten.
	 * @throws {StoreError} Then it stays as it was, and is reported, see {@link StoreOptions.onUnkept}.
	 */
	keep(id: string): void {
		if (!has(this.#memory, id)) {
			return;
		}
		const isView = this.#views.has(id);
		try {
			if (this.#kept === this.#memory) {
				throw new StoreError('io', { detail: 'there is no store on disk' });
			}
			this.#kept.write(() => {
				if (!isView) {
					this.#checkUntouched(id);
				}
				// A conversation that another window has made from a view stays unchanged.
				if (!isView || !has(this.#kept, id)) {
					copyConversation(this.#memory, this.#kept, id);
					enterIdentities(this.#kept, identitiesOf(this.#memory, id));
				}
				removeConversation(this.#memory, id);
				forgetIdentities(this.#memory, id);
			});
			this.#dropFromMemory(id);
		} catch (error) {
			if (error instanceof StoreError) {
				this.#notKept(id, error, this.#unkept.get(id));
			}
			throw error;
		}
	}

	#notKept(id: string, error: StoreError, lastStamp?: string): void {
		const isNews = !this.#unkept.has(id);
		this.#unkept.set(id, lastStamp);
		if (isNews) {
			this.#options.onUnkept?.(id, error);
		}
	}

	/**
	 * Deletes a conversation from disk; it continues in memory. Its digests stay, so the same file still leads to the same
	 * conversation, which is not to be stored.
	 * @throws {StoreError}
	 */
	release(id: string): void {
		if (this.#kept === this.#memory || !has(this.#kept, id)) {
			return;
		}
		const isInMemory = this.#isInMemory(id);
		this.#deleteKept(id, () => (isInMemory ? this.#checkUntouched(id) : this.#copyToMemory(id)));
		this.#views.delete(id);
		this.#unkept.delete(id);
	}

	#isInMemory(id: string): boolean {
		return this.#databaseOf(id) === this.#memory;
	}

	/** The database of a conversation; defaults to disk for unknown ids. */
	#databaseOf(id: string): StoreDatabase {
		const isInMemory = this.#views.has(id) ? !has(this.#kept, id) : has(this.#memory, id);
		return isInMemory ? this.#memory : this.#kept;
	}

	/** The database for new conversations. */
	get #databaseForNew(): StoreDatabase {
		return this.canKeep && (this.#options.keepsNew?.() ?? true) ? this.#kept : this.#memory;
	}

	/** Merges what both databases return, each for the conversations it holds. */
	#merged<T>(read: (database: StoreDatabase) => readonly T[], idOf: (found: T) => string): T[] {
		return this.#databases.flatMap((database) =>
			this.#ownedIn(database, () => read(database), idOf),
		);
	}

	#ownedIn<T>(database: StoreDatabase, read: () => readonly T[], idOf: (found: T) => string): T[] {
		return database.read(read).filter((one) => this.#databaseOf(idOf(one)) === database);
	}

	/** Reads from a conversation. @throws {StoreError} if it is not there. */
	#read<T>(id: string, work: (database: StoreDatabase, key: number) => T): T {
		const database = this.#databaseOf(id);
		return database.read(() => work(database, rowOf(database, id).key));
	}

	/** Writes to a conversation, all of it or nothing. @throws {StoreError} for temporary failures. */
	#write<T>(id: string, work: (database: StoreDatabase) => T): T {
		return this.#inDatabaseOf(id, (database) => database.write(() => work(database)));
	}

	/** Runs in the conversation's database. @throws {StoreError} for temporary failures. */
	#inDatabaseOf<T>(id: string, work: (database: StoreDatabase) => T): T {
		return this.#orInMemory(this.#databaseOf(id), work, (error) => {
			const lastStamp = this.#stampOf(id);
			this.#memory.write(() => this.#copyToMemory(id));
			this.#views.delete(id);
			this.#notKept(id, error, lastStamp);
			return work(this.#memory);
		});
	}

	/** Creates a conversation, all of it or nothing. @throws {StoreError} for temporary failures. */
	#make(work: (database: StoreDatabase) => StoredConversation): StoredConversation {
		const making = (database: StoreDatabase): StoredConversation =>
			database.write(() => work(database));
		return this.#orInMemory(this.#databaseForNew, making, (error) => {
			const made = making(this.#memory);
			this.#notKept(made.id, error);
			return made;
		});
	}

	/** @param instead Runs if the disk fails permanently. */
	#orInMemory<T>(
		database: StoreDatabase,
		work: (database: StoreDatabase) => T,
		instead: (error: StoreError) => T,
	): T {
		try {
			return work(database);
		} catch (error) {
			const isLasting = error instanceof StoreError && lasting.has(error.kind);
			if (database !== this.#memory && isLasting) {
				return instead(error);
			}
			throw error;
		}
	}

	/** Runs inside a transaction there. A conversation on disk is in memory only while it is being forked. */
	#forkIn(
		database: StoreDatabase,
		origin: SharedPrefix,
		about: NewConversation,
	): StoredConversation {
		const isElsewhere = this.#databaseOf(origin.id) !== database;
		if (isElsewhere) {
			this.#copyToMemory(origin.id);
		}
		const fork = createIn(database, about, this.#options.now(), origin);
		if (isElsewhere) {
			removeConversation(database, origin.id);
		}
		return fork;
	}

	/** Runs inside a transaction in memory. Digests on disk are not copied: they would outlive a deletion. */
	#copyToMemory(id: string): void {
		this.#kept.read(() => copyConversation(this.#kept, this.#memory, id));
	}

	/** Clears all in-memory state of a conversation. */
	#dropFromMemory(id: string): void {
		this.#views.delete(id);
		this.#unkept.delete(id);
		this.#memory.claims.forget(id);
		this.#freeInBackground();
	}

	/** A value that changes whenever another window continues a stored conversation. */
	#stampOf(id: string): string {
		return this.#kept.read(() => {
			const { key, messages, leaf, active } = rowOf(this.#kept, id);
			const sql = 'select coalesce(max(id), 0) from @.record where conversation = ?';
			const newest = this.#kept.connection.number(sql, key);
			return [messages, leaf, active, newest].join(' ');
		});
	}

	/** @throws {StoreError} if another window has continued the stored conversation, or created it. */
	#checkUntouched(id: string): void {
		if (has(this.#kept, id) && this.#unkept.get(id) !== this.#stampOf(id)) {
			throw new StoreError('in-use', { detail: 'another window has changed the stored copy' });
		}
	}

	/** A record that was not imported from its file turns a view into a conversation. */
	#beforeRecord(id: string, record: CompactionRecord): void {
		if (!isImported(record)) {
			this.adoptView(id);
		}
	}
}

function has(database: StoreDatabase, id: string): boolean {
	const sql = 'select 1 from @.conversation where id = ?';
	return database.read(() => database.connection.get(sql, id) !== undefined);
}

function idOf({ id }: StoredConversation): string {
	return id;
}

function newestFirst(a: StoredConversation, b: StoredConversation): number {
	return b.updatedAt - a.updatedAt;
}

/** See {@link SqliteStore.findBeginning}. @returns At most one. */
function longestBeginning(
	{ connection }: StoreDatabase,
	source: string,
	hashes: readonly string[],
): readonly HistoryMatch[] {
	let longest: readonly HistoryMatch[] = [];
	let low = 0;
	let high = hashes.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const row = connection.get(
			`select c.id, c.messages from @.node n
			join @.span s on s.branch = n.branch and n.number between s.first and s.last
			join @.conversation c on c.key = s.conversation
			where n.hash = ? and n.number = ? and c.source = ?
			order by c.messages = n.number desc, c.updated desc, c.key desc limit 1`,
			hashes[middle] ?? '',
			middle + 1,
			source,
		);
		if (row === undefined) {
			high = middle;
		} else {
			const [conversation, length] = [textIn(row, 'id'), numberIn(row, 'messages')];
			longest = [{ conversation, messages: middle + 1, length }];
			low = middle + 1;
		}
	}
	return longest;
}

/** When the limit is exceeded, this share of it is kept: indexes shrink only later. */
const shareKept = 0.9;

/** Picks conversations to delete, the longest unchanged first. Ignores future timestamps. */
function expired(
	{ connection, usedBytes }: StoreDatabase,
	{ maxAgeMs = Infinity, maxBytes = Infinity, keep = [] }: RetentionLimits,
	nowMs: number,
): readonly string[] {
	const rows = connection
		.all('select id, updated, bytes from @.conversation order by updated')
		.map((row) => ({
			id: textIn(row, 'id'),
			updatedAt: numberIn(row, 'updated'),
			bytes: numberIn(row, 'bytes'),
		}));
	const content = rows.reduce((sum, { bytes }) => sum + bytes, 0);
	const target = usedBytes > maxBytes ? shareKept * maxBytes : Infinity;
	let left = usedBytes;
	return rows.flatMap(({ id, updatedAt, bytes }) => {
		const isTooOld = nowMs - updatedAt > maxAgeMs;
		const isTooMuch = left > target && bytes > 0;
		if (keep.includes(id) || !(isTooOld || isTooMuch)) {
			return [];
		}
		// The size of an index is proportional to its content.
		left -= content === 0 ? 0 : bytes * (usedBytes / content);
		return [id];
	});
}
