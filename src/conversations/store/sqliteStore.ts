import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import { readingsOf } from '../search/terms.ts';
import { backUp } from './backup.ts';
import { optionalNumberIn } from './connection.ts';
import type { StoreDatabase } from './database.ts';
import type { FileLock } from './fileLock.ts';
import { searchDatabase } from './search.ts';
import type { ConversationState } from './state.ts';
import type {
	Beginning,
	Claim,
	ClaimPurpose,
	CommitOutcome,
	Found,
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
import { StoreError, type StoreFailure } from './storeError.ts';

/** How a store is used by whoever opens it. */
export interface StoreOptions {
	/** Milliseconds since the epoch; may jump backwards. */
	readonly now: () => number;
	/** Whether new conversations are kept; absent: they are, if they can be. */
	readonly keepsNew?: () => boolean;
	/** A conversation could not be kept, and is in memory from now on. Told once, until it is kept. */
	readonly onUnkept?: (id: string, error: StoreError) => void;
}

/** Failures after which a conversation goes on in memory: waiting or trying again would not help at once. */
const lasting: ReadonlySet<StoreFailure> = new Set(['disk-full', 'read-only', 'io']);

/**
 * Conversations in memory and on disk, see `openStore` and `memoryStore`: kept, not to be kept, or only
 * viewed. One whose medium fails while it is written goes on in memory, from where it was.
 * Everything throws a {@link StoreError} when the medium fails; nothing is half-written then.
 */
export class SqliteStore {
	/** What is in memory, without what is kept. */
	readonly memory: SqliteStore;
	readonly #memory: StoreDatabase;
	/** The disk; memory if there is none. */
	readonly #kept: StoreDatabase;
	readonly #databases: readonly StoreDatabase[];
	readonly #options: StoreOptions;
	readonly #presence: FileLock | undefined;
	/**
	 * Conversations in memory that are only viewed: their files hold all of them. Once a window keeps such a
	 * conversation, the kept one counts.
	 */
	readonly #views = new Set<string>();
	/** Conversations that are in memory because they could not be kept, as they stood on disk when they were there last. */
	readonly #unkept = new Map<string, string | undefined>();

	/** @param presence Shows other processes that the store is in use, until it is closed. */
	constructor(
		memory: StoreDatabase,
		kept: StoreDatabase,
		options: StoreOptions,
		presence?: FileLock,
	) {
		this.#memory = memory;
		this.#kept = kept;
		this.#databases = [...new Set([memory, kept])];
		this.#options = options;
		this.#presence = presence;
		this.memory = kept === memory ? this : new SqliteStore(memory, memory, options);
	}

	/** Why nothing can be written: an older Precis cannot write a newer store. */
	get readOnly(): string | undefined {
		return this.#kept.disk?.readOnly;
	}

	/** Whether anything can be kept at all. */
	get canKeep(): boolean {
		return this.#kept !== this.#memory && this.readOnly === undefined;
	}

	/** Whether it survives the window. */
	isKept(id: string): boolean {
		return !this.#isInMemory(id) && this.#kept.has(id);
	}

	/** Whether this is an unmodified view of its file: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.#views.has(id) && (this.#kept === this.#memory || !this.#kept.has(id));
	}

	/** Conversations that are in memory although they were to be kept. */
	get unkept(): readonly string[] {
		return [...this.#unkept.keys()];
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		return this.#found(
			(database) => database.list(),
			({ id }) => id,
		)
			.flat()
			.sort((a, b) => b.updatedAt - a.updatedAt);
	}

	find(id: string): StoredConversation | undefined {
		const database = this.#of(id);
		return database.read(() => database.find(id));
	}

	has(id: string): boolean {
		return this.#of(id).has(id);
	}

	/** The log, root first; a range of it without reading the rest. */
	log(id: string, range?: LogRange): readonly StoredNode[] {
		return this.#read(id, (database, key) => database.nodes(key, range));
	}

	/** Tokens of each message of a range, without reading the messages. */
	tokens(id: string, range: LogRange): readonly number[] {
		return this.#read(id, (database, key) => database.tokens(key, range));
	}

	/** All records, oldest first. */
	records(id: string): readonly StoredRecord[] {
		return this.#read(id, (database, key) => database.records(key));
	}

	/** One record, without reading the others. */
	record(id: string, record: number): StoredRecord | undefined {
		return this.#read(id, (database, key) => database.record(key, record));
	}

	/** How many records there are, without reading them. */
	recordCount(id: string): number {
		return this.#read(id, (database, key) => database.recordCount(key));
	}

	/** If another window has made the one with the wanted id already, that one. */
	create(about: NewConversation): StoredConversation {
		return this.#make((database) => database.create(about, this.#options.now()));
	}

	/** A conversation that is not kept, whatever is done with other new ones. */
	createInMemory(about: NewConversation): StoredConversation {
		return this.#memory.write(() => this.#memory.create(about, this.#options.now()));
	}

	/** A view of a file. @param origin The conversation it begins like: it shows its records. */
	createView(about: NewConversation, origin: SharedPrefix | undefined): StoredConversation {
		const view =
			origin !== undefined && this.has(origin.id)
				? this.forkInMemory(origin.id, origin.messages, about)
				: this.createInMemory(about);
		this.#views.add(view.id);
		return view;
	}

	/** Forgets the messages and records of a view: its file is another one now. */
	emptyView(id: string): void {
		this.#memory.write(() => this.#memory.empty(id));
	}

	/** Durable when it returns, all of them or none. @returns The nodes, in order. */
	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		return this.#write(id, (database) => database.append(id, entries, this.#options.now()));
	}

	/** A conversation that shares the first messages of another, with the records that lie within. */
	fork(id: string, messages: number, about: NewConversation): StoredConversation {
		return this.#isInMemory(id)
			? this.forkInMemory(id, messages, about)
			: this.#make((database) => this.#forkIn(database, { id, messages }, about));
	}

	/** A fork in memory, wherever the other one is. */
	forkInMemory(id: string, messages: number, about: NewConversation): StoredConversation {
		return this.#memory.write(() => this.#forkIn(this.#memory, { id, messages }, about));
	}

	/** The conversation that has the longest beginning of a history, see `longestBeginning`. */
	findBeginning(source: string, hashes: readonly string[]): Beginning | undefined {
		return this.#found(
			(database) => asList(database.longestBeginning(source, hashes)),
			({ conversation }) => conversation,
		)
			.flat()
			.sort((a, b) => b.messages - a.messages)[0];
	}

	/** The newest conversation that its client calls by this name. @param source Where it came from. */
	findNamed(source: string, name: string): StoredConversation | undefined {
		return this.#found(
			(database) => asList(database.named(source, name)),
			({ id }) => id,
		)
			.flat()
			.sort((a, b) => b.updatedAt - a.updatedAt)[0];
	}

	/** Writes a record and makes it the active one. @param expected The one that has to be active still. */
	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome {
		this.#beforeRecord(id, record);
		return this.#write(id, (database) =>
			database.commit(id, record, parent, expected, this.#options.now()),
		);
	}

	/** Writes a record without making it active: a result that came too late, for the person to choose. */
	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		this.#beforeRecord(id, record);
		const proposed = { ...record, proposed: true } as const;
		return this.#write(id, (database) =>
			database.addRecord(id, proposed, parent, this.#options.now()),
		);
	}

	/** Changes which record is active: undo, redo, restore. */
	activate(id: string, record: number | undefined): void {
		this.#write(id, (database) => database.activate(id, record, this.#options.now()));
	}

	saveState(id: string, state: ConversationState): void {
		this.#write(id, (database) => database.update(id, 'state', JSON.stringify(state)));
	}

	rename(id: string, title: string): void {
		this.#write(id, (database) => database.update(id, 'title', title.toWellFormed()));
	}

	/** Nodes that another conversation shares stay. @throws {StoreError} `in-use` by another window. */
	delete(id: string): void {
		const isInMemory = this.#memory.has(id);
		if (this.#kept !== this.#memory && this.#kept.has(id)) {
			this.#kept.delete(id);
		} else if (!isInMemory) {
			throw new StoreError('not-found');
		}
		if (isInMemory) {
			// Its file opened again is the same conversation.
			this.#memory.takeOut(id, () => undefined);
			this.#left(id);
		}
	}

	/** Gives the space on disk back too. */
	deleteAll(): void {
		// In this order: if that fails, what is in memory only is still there.
		this.#kept.clear();
		this.#memory.clear();
		this.#views.clear();
		this.#unkept.clear();
	}

	/** Deletes what is older than the limits allow, oldest first. @returns The deleted ids. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		return this.#kept.prune(limits, nowMs);
	}

	/** Makes a backup of what is kept, see `backUp`. @throws {StoreError} */
	async backUp(): Promise<void> {
		const { disk } = this.#kept;
		if (disk !== undefined && disk.readOnly === undefined) {
			await backUp(disk.files, this.#options.now());
		}
	}

	/** Messages with the words of a query, as the first reading has it that finds anything. */
	search(query: SearchQuery): readonly Found[] {
		const { text, reading: only, conversation, limit } = query;
		const databases = conversation === undefined ? this.#databases : [this.#of(conversation)];
		databases.forEach((database) => database.indexMissing());
		const readings = readingsOf(text);
		// All read the text in the same way: what one finds exactly, the other need not guess at.
		for (const reading of only === undefined ? readings : readings.slice(only, only + 1)) {
			const hits = this.#found(
				(database) => searchDatabase(database, reading, query),
				(found) => found.conversation,
				databases,
			);
			// The best of each first: none's hits push the others' off the page.
			const found = Array.from({ length: limit }, (_, at) =>
				hits.toReversed().flatMap((some) => some.slice(at, at + 1)),
			).flat();
			if (found.length > 0) {
				return found.slice(0, limit);
			}
		}
		return [];
	}

	/** Undefined when another process, or another call here, has it. */
	claim(id: string, purpose: ClaimPurpose): Claim | undefined {
		return this.#at(id, (database) => {
			database.checkWritable();
			database.read(() => database.rowOf(id));
			return database.claims.take(id, purpose);
		});
	}

	/** The id that a digest stands for; the conversation need not exist. */
	findIdentity(digest: string): string | undefined {
		return this.#databases
			.map((database) => database.read(() => database.findIdentity(digest)))
			.find((id) => id !== undefined);
	}

	/** Has digests stand for ids, all of them or none; a digest that stands for an id already keeps it. */
	enterIdentities(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.findIdentity(digest) === undefined);
		if (missing.length === 0) {
			return;
		}
		const enter = (database: StoreDatabase): void =>
			database.write(() => database.enterIdentities(missing));
		try {
			enter(this.#ofNew);
		} catch (error) {
			if (!(error instanceof StoreError)) {
				throw error;
			}
			// A file can be viewed even if nothing can be written.
			enter(this.#memory);
		}
	}

	/** Whether anything stands for an id. */
	hasIdentity(id: string): boolean {
		return this.#databases.some(
			(database) => database.read(() => database.identitiesOf(id)).length > 0,
		);
	}

	/** US dollars that summaries have cost on a day, over all windows. @param day Any name of it. */
	spent(day: string): number {
		return this.#databases.reduce(
			(sum, database) => sum + database.read(() => database.spent(day)),
			0,
		);
	}

	addSpent(day: string, dollars: number): void {
		const add = (database: StoreDatabase): void =>
			database.write(() => database.addSpent(day, dollars));
		this.#orInMemory(this.#kept, add, () => add(this.#memory));
	}

	/** Bytes of what is kept. */
	size(): number {
		return this.#kept.bytes;
	}

	close(): void {
		this.#databases.forEach(({ claims }) => claims.releaseAll());
		this.#memory.connection.close();
		this.#presence?.release();
	}

	/** Makes a conversation of a view; any other one stays what it is. */
	adoptView(id: string): void {
		if (this.#isInMemory(id)) {
			this.#views.delete(id);
		}
	}

	/**
	 * Keeps a conversation that was in memory only, or makes one of a view, in one transaction. If it was kept
	 * before, catches up; what another window has done to it meanwhile is never overwritten.
	 * @throws {StoreError} Then it stays as it was, and is told of, see {@link StoreOptions.onUnkept}.
	 */
	keep(id: string): void {
		if (!this.#memory.has(id)) {
			return;
		}
		const isView = this.#views.has(id);
		const move = (): void => {
			this.#kept.write(() => {
				if (!isView) {
					this.#checkUntouched(id);
				}
				// A conversation that another window has made of a view stays as it is.
				if (!isView || !this.#kept.has(id)) {
					this.#kept.copyFrom(this.#memory, id, true);
				}
				this.#memory.remove(id);
				this.#memory.forgetIdentities(id);
			});
			this.#left(id);
		};
		try {
			if (this.#kept === this.#memory) {
				throw new StoreError('io', { detail: 'there is no store on disk' });
			}
			if (isView) {
				move();
			} else {
				this.#holding(id, move);
			}
		} catch (error) {
			if (error instanceof StoreError) {
				this.#notKept(id, error, this.#unkept.get(id));
			}
			throw error;
		}
	}

	#notKept(id: string, error: StoreError, stood?: string): void {
		const isNews = !this.#unkept.has(id);
		this.#unkept.set(id, stood);
		if (isNews) {
			this.#options.onUnkept?.(id, error);
		}
	}

	/**
	 * Takes a conversation out of what is kept; it goes on in memory. What stands for it stays: the same
	 * file is still the same conversation, one that is not to be kept.
	 * @throws {StoreError}
	 */
	release(id: string): void {
		if (this.#kept === this.#memory || !this.#kept.has(id)) {
			return;
		}
		const isInMemory = this.#isInMemory(id);
		this.#kept.delete(id, () => (isInMemory ? this.#checkUntouched(id) : this.#copyToMemory(id)));
		this.#views.delete(id);
		this.#unkept.delete(id);
	}

	#isInMemory(id: string): boolean {
		return this.#of(id) === this.#memory;
	}

	/** Where a conversation is; an unknown one would be on disk. */
	#of(id: string): StoreDatabase {
		const isInMemory = this.#views.has(id) ? !this.#kept.has(id) : this.#memory.has(id);
		return isInMemory ? this.#memory : this.#kept;
	}

	/** Where new conversations go. */
	get #ofNew(): StoreDatabase {
		return this.canKeep && (this.#options.keepsNew?.() ?? true) ? this.#kept : this.#memory;
	}

	/** Finds something about conversations, each where it is. */
	#found<T>(
		read: (database: StoreDatabase) => readonly T[],
		idOf: (found: T) => string,
		databases = this.#databases,
	): readonly (readonly T[])[] {
		return databases.map((database) =>
			database.read(() => read(database)).filter((one) => this.#of(idOf(one)) === database),
		);
	}

	/** Reads something of a conversation. @throws {StoreError} if it is not there. */
	#read<T>(id: string, work: (database: StoreDatabase, key: number) => T): T {
		const database = this.#of(id);
		return database.read(() => work(database, database.rowOf(id).key));
	}

	/** Writes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	#write<T>(id: string, work: (database: StoreDatabase) => T): T {
		return this.#at(id, (database) => database.write(() => work(database)));
	}

	/** Does something where a conversation is. @throws {StoreError} for what passes. */
	#at<T>(id: string, work: (database: StoreDatabase) => T): T {
		return this.#orInMemory(this.#of(id), work, (error) => {
			const stood = this.#stampOf(id);
			this.#memory.write(() => this.#copyToMemory(id));
			this.#views.delete(id);
			this.#notKept(id, error, stood);
			return work(this.#memory);
		});
	}

	/** Makes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	#make(work: (database: StoreDatabase) => StoredConversation): StoredConversation {
		const making = (database: StoreDatabase): StoredConversation =>
			database.write(() => work(database));
		return this.#orInMemory(this.#ofNew, making, (error) => {
			const made = making(this.#memory);
			this.#notKept(made.id, error);
			return made;
		});
	}

	/** @param instead Is done if the disk fails for good. */
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

	/** Runs inside a transaction there. What is on disk is in memory only as long as it is forked. */
	#forkIn(
		database: StoreDatabase,
		origin: SharedPrefix,
		about: NewConversation,
	): StoredConversation {
		const isElsewhere = this.#of(origin.id) !== database;
		if (isElsewhere) {
			this.#copyToMemory(origin.id);
		}
		const fork = database.create(about, this.#options.now(), origin);
		if (isElsewhere) {
			database.remove(origin.id);
		}
		return fork;
	}

	/** Runs inside a transaction of memory. What stands for it on disk is not copied: it would outlive a deletion. */
	#copyToMemory(id: string): void {
		this.#kept.read(() => this.#memory.copyFrom(this.#kept, id, false));
	}

	/** Nothing of it is in memory any more. */
	#left(id: string): void {
		this.#views.delete(id);
		this.#unkept.delete(id);
		this.#memory.claims.forget(id);
		this.#memory.giveBack();
	}

	/** What changes whenever another window continues a kept conversation. */
	#stampOf(id: string): string {
		return this.#kept.read(() => {
			const { key, messages, leaf, active } = this.#kept.rowOf(id);
			const sql = 'select max(id) as id from @.record where conversation = ?';
			const newest = optionalNumberIn(this.#kept.connection.get(sql, key) ?? {}, 'id');
			return [messages, leaf, active, newest].join(' ');
		});
	}

	/** @throws {StoreError} if another window has continued what is kept of it, or made it. */
	#checkUntouched(id: string): void {
		if (this.#kept.has(id) && this.#unkept.get(id) !== this.#stampOf(id)) {
			throw new StoreError('in-use', { detail: 'it was continued in that file' });
		}
	}

	/** Does something while no other window compacts a conversation that is kept, or answers in it. */
	#holding(id: string, work: () => void): void {
		const claims: Claim[] = [];
		try {
			for (const purpose of this.#kept.has(id) ? (['job', 'turn'] as const) : []) {
				const claim = this.#kept.claims.take(id, purpose);
				if (claim === undefined) {
					throw new StoreError('in-use');
				}
				claims.push(claim);
			}
			work();
		} finally {
			claims.forEach((claim) => claim.release());
		}
	}

	/** With a record that no file brought along it is a view no longer. */
	#beforeRecord(id: string, record: CompactionRecord): void {
		if (!isImported(record)) {
			this.adoptView(id);
		}
	}
}

function asList<T>(one: T | undefined): readonly T[] {
	return one === undefined ? [] : [one];
}
