import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import { backUp } from './backup.ts';
import { type Connection, numberIn, optionalNumberIn } from './connection.ts';
import {
	appendMessages,
	conversationRow,
	copyConversation,
	createConversation,
	deleteConversation,
	emptyConversation,
	findConversation,
	forgetIdentities,
	longestBeginning,
	namedConversation,
	toConversation,
} from './conversations.ts';
import type { StoreDatabase } from './database.ts';
import type { FileLock } from './fileLock.ts';
import { StoreIdentities } from './identities.ts';
import type { NewEntry } from './messageSchema.ts';
import { indexMissing, nodesOf, tokensOfNodes } from './nodes.ts';
import { addRecord, commit, countRecords, recordOf, recordsOf, setActive } from './records.ts';
import { isReadable, searchDatabase } from './search.ts';
import type { ConversationState } from './state.ts';
import type {
	Beginning,
	Claim,
	ClaimPurpose,
	CommitOutcome,
	Found,
	NewConversation,
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
	/** A conversation could not be written, and is in memory from now on. */
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
	readonly #memory: StoreDatabase;
	/** The disk; memory if there is none. */
	readonly #kept: StoreDatabase;
	readonly #options: StoreOptions;
	readonly #presence: FileLock | undefined;
	/**
	 * Conversations in memory that are only viewed: their files hold all of them. Once a window keeps such a
	 * conversation, the kept one counts.
	 */
	readonly #views = new Set<string>();
	/** Conversations that went on in memory because they could not be written, as they stood on disk then. */
	readonly #fallen = new Map<string, string>();

	/** @param presence Shows other processes that the store is in use, until it is closed. */
	constructor(
		memory: StoreDatabase,
		kept: StoreDatabase,
		options: StoreOptions,
		presence?: FileLock,
	) {
		this.#memory = memory;
		this.#kept = kept;
		this.#options = options;
		this.#presence = presence;
		this.memory = kept === memory ? this : new SqliteStore(memory, memory, options);
		this.identities = new StoreIdentities(memory, kept, () => this.#ofNew);
	}

	/** Why nothing can be written: an older Precis cannot write a newer store. */
	get readOnly(): string | undefined {
		return this.#kept.disk?.readOnly;
	}

	/** Whether anything can be kept at all. */
	get canKeep(): boolean {
		return this.#kept !== this.#memory && this.readOnly === undefined;
	}

	isInMemory(id: string): boolean {
		return this.#of(id) === this.#memory;
	}

	/** Whether it survives the window. */
	isKept(id: string): boolean {
		return !this.isInMemory(id) && this.#kept.has(id);
	}

	/** Whether this is an unmodified view of its file: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.#views.has(id) && (this.#kept === this.#memory || !this.#kept.has(id));
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		const all = ({ connection }: StoreDatabase): readonly StoredConversation[] =>
			connection
				.all('select * from @.conversation order by updated desc, key desc')
				.map(toConversation);
		return this.#found(all, ({ id }) => id)
			.flat()
			.sort((a, b) => b.updatedAt - a.updatedAt);
	}

	find(id: string): StoredConversation | undefined {
		return this.#of(id).read(({ connection }) => findConversation(connection, id));
	}

	has(id: string): boolean {
		return this.#of(id).has(id);
	}

	/** If another window has made the one with the wanted id already, that one. */
	create(about: NewConversation): StoredConversation {
		return this.#make((database) => this.#createIn(database, about));
	}

	/** A conversation that is not kept, whatever is done with other new ones. */
	createInMemory(about: NewConversation): StoredConversation {
		return this.#memory.write((memory) => this.#createIn(memory, about));
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
		this.#memory.write(({ connection }) => emptyConversation(connection, id));
	}

	/** Durable when it returns, all of them or none. @returns The nodes, in order. */
	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		return this.#write(id, ({ connection, index }) =>
			appendMessages(connection, id, entries, { nowMs: this.#options.now(), index }),
		);
	}

	/** A conversation that shares the first messages of another, with the records that lie within. */
	fork(id: string, messages: number, about: NewConversation): StoredConversation {
		return this.isInMemory(id)
			? this.forkInMemory(id, messages, about)
			: this.#make((database) => this.#forkIn(database, id, messages, about));
	}

	/** A fork in memory, wherever the other one is. */
	forkInMemory(id: string, messages: number, about: NewConversation): StoredConversation {
		return this.#memory.write((memory) => this.#forkIn(memory, id, messages, about));
	}

	/** The conversation that has the longest beginning of a history, see `longestBeginning`. */
	findBeginning(source: string, hashes: readonly string[]): Beginning | undefined {
		const longest = ({ connection }: StoreDatabase): readonly Beginning[] =>
			[longestBeginning(connection, source, hashes)].filter((one) => one !== undefined);
		return this.#found(longest, ({ conversation }) => conversation)
			.flat()
			.sort((a, b) => b.messages - a.messages)[0];
	}

	/** The newest conversation that its client calls by this name. @param source Where it came from. */
	findNamed(source: string, name: string): StoredConversation | undefined {
		const named = ({ connection }: StoreDatabase): readonly StoredConversation[] =>
			[namedConversation(connection, source, name)].filter((one) => one !== undefined);
		return this.#found(named, ({ id }) => id)
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
		return this.#write(id, ({ connection }) => {
			const row = conversationRow(connection, id);
			return commit(connection, row, record, parent, expected, this.#options.now());
		});
	}

	/** Writes a record without making it active: a result that came too late, for the person to choose. */
	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		this.#beforeRecord(id, record);
		return this.#write(id, ({ connection }) => {
			const { key } = conversationRow(connection, id);
			return addRecord(connection, key, { ...record, proposed: true }, parent, this.#options.now());
		});
	}

	/** Changes which record is active: undo, redo, restore. */
	activate(id: string, record: number | undefined): void {
		this.#write(id, ({ connection }) =>
			setActive(connection, conversationRow(connection, id).key, record, this.#options.now()),
		);
	}

	saveState(id: string, state: ConversationState): void {
		this.#update(id, 'state', JSON.stringify(state));
	}

	rename(id: string, title: string): void {
		this.#update(id, 'title', title.toWellFormed());
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
		this.#fallen.clear();
	}

	/** Deletes what is older than the limits allow, oldest first. @returns The deleted ids. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		return this.#kept.prune(limits, nowMs);
	}

	/** Makes a backup of what is kept, see `backUp`. @throws {StoreError} */
	async backUp(): Promise<void> {
		const { disk } = this.#kept;
		if (disk !== undefined && this.canKeep) {
			await backUp(disk.files, this.#options.now());
		}
	}

	/** Messages with the words of a query. */
	search(query: SearchQuery): readonly Found[] {
		if (query.conversation !== undefined) {
			return searchIn(this.#of(query.conversation), query);
		}
		const limit = query.offset + query.limit;
		// Both read the text in the same way: what one finds exactly, the other need not guess at.
		for (let reading = 0; isReadable(query.text, reading); reading += 1) {
			const whole = { ...query, offset: 0, limit, reading };
			const both = this.#found(
				(database) => searchIn(database, whole),
				({ conversation }) => conversation,
			);
			// The best of both first: neither's hits push the other's off the page.
			const found = Array.from({ length: limit }, (_, at) =>
				both.toReversed().flatMap((hits) => hits.slice(at, at + 1)),
			).flat();
			if (found.length > 0) {
				return found.slice(query.offset, limit);
			}
		}
		return [];
	}

	/** Undefined when another process, or another call here, has it. */
	claim(id: string, purpose: ClaimPurpose): Claim | undefined {
		return this.#at(id, (database) => {
			database.checkWritable();
			return database.of(id, () => database.claims.take(id, purpose));
		});
	}

	/** US dollars that summaries have cost on a day, over all windows. @param day Any name of it. */
	spent(day: string): number {
		return this.#databases
			.map(({ connection }) => connection.get('select dollars from @.spending where day = ?', day))
			.reduce((sum, row) => sum + (row === undefined ? 0 : numberIn(row, 'dollars')), 0);
	}

	addSpent(day: string, dollars: number): void {
		const add = (database: StoreDatabase): void =>
			database.write(({ connection }) => {
				connection.run(
					`insert into @.spending (day, dollars) values (?, ?)
					on conflict (day) do update set dollars = dollars + excluded.dollars`,
					day,
					dollars,
				);
			});
		this.#orInMemory(this.#kept, add, () => add(this.#memory));
	}

	/** Bytes of what is kept. */
	size(): number {
		return this.#kept.bytes;
	}

	close(): void {
		this.#kept.claims.releaseAll();
		this.#memory.claims.releaseAll();
		this.#memory.connection.close();
		this.#presence?.release();
	}

	/** Makes a conversation of a view; any other one stays what it is. */
	adoptView(id: string): void {
		if (this.isInMemory(id)) {
			this.#views.delete(id);
		}
	}

	/**
	 * Keeps a conversation that was in memory only, or makes one of a view, in one transaction. If it was kept
	 * before, catches up; what another window has done to it meanwhile is never overwritten.
	 * @throws {StoreError} Then it stays as it was.
	 */
	keep(id: string): void {
		if (this.#kept === this.#memory) {
			throw new StoreError('io', { detail: 'there is no store on disk' });
		}
		if (!this.#memory.has(id)) {
			return;
		}
		const move = (copies: () => boolean): void => {
			this.#kept.write(({ connection, index }) => {
				const memory = this.#memory.connection;
				if (copies()) {
					copyConversation(memory, connection, id, { index, named: true });
				}
				deleteConversation(memory, id);
				forgetIdentities(memory, id);
			});
			this.#left(id);
		};
		if (this.#views.has(id)) {
			// A conversation that another window has made of it stays as it is.
			move(() => !this.#kept.has(id));
		} else {
			this.#holding(id, () =>
				move(() => {
					this.#checkUntouched(id);
					return true;
				}),
			);
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
		const isInMemory = this.isInMemory(id);
		this.#kept.delete(id, () => (isInMemory ? this.#checkUntouched(id) : this.#copyToMemory(id)));
		this.#views.delete(id);
		this.#fallen.delete(id);
	}

	get #databases(): readonly StoreDatabase[] {
		return [...new Set([this.#memory, this.#kept])];
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
	): readonly (readonly T[])[] {
		return this.#databases.map((database) =>
			database.read(read).filter((one) => this.#of(idOf(one)) === database),
		);
	}

	/** Reads something of a conversation, which has to be there. */
	#reading<Rest extends readonly unknown[], T>(
		read: (connection: Connection, key: number, ...rest: Rest) => T,
	): (id: string, ...rest: Rest) => T {
		return (id, ...rest) =>
			this.#of(id).of(id, (connection, { key }) => read(connection, key, ...rest));
	}

	/** Writes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	#write<T>(id: string, work: (database: StoreDatabase) => T): T {
		return this.#at(id, (database) => database.write(work));
	}

	/** Does something where a conversation is. @throws {StoreError} for what passes. */
	#at<T>(id: string, work: (database: StoreDatabase) => T): T {
		return this.#orInMemory(this.#of(id), work, (error) => {
			const stood = this.#stampOf(id);
			this.#memory.write(() => this.#copyToMemory(id));
			this.#views.delete(id);
			this.#fallen.set(id, stood);
			this.#options.onUnkept?.(id, error);
			return work(this.#memory);
		});
	}

	/** Makes a conversation, all of it or nothing. @throws {StoreError} for what passes. */
	#make(work: (database: StoreDatabase) => StoredConversation): StoredConversation {
		const making = (database: StoreDatabase): StoredConversation => database.write(work);
		return this.#orInMemory(this.#ofNew, making, (error) => {
			const made = making(this.#memory);
			this.#options.onUnkept?.(made.id, error);
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

	#createIn({ connection }: StoreDatabase, about: NewConversation): StoredConversation {
		return createConversation(connection, about, this.#options.now());
	}

	/** Runs inside a transaction there. What is on disk is in memory only as long as it is forked. */
	#forkIn(
		database: StoreDatabase,
		id: string,
		messages: number,
		about: NewConversation,
	): StoredConversation {
		const isElsewhere = this.#of(id) !== database;
		if (isElsewhere) {
			this.#copyToMemory(id);
		}
		const { connection } = database;
		const fork = createConversation(connection, about, this.#options.now(), { id, messages });
		if (isElsewhere) {
			deleteConversation(connection, id);
		}
		return fork;
	}

	/** Runs inside a transaction of memory. What stands for it on disk is not copied: it would outlive a deletion. */
	#copyToMemory(id: string): void {
		this.#kept.read(({ connection }) =>
			copyConversation(connection, this.#memory.connection, id, { index: undefined, named: false }),
		);
	}

	/** Nothing of it is in memory any more. */
	#left(id: string): void {
		this.#views.delete(id);
		this.#fallen.delete(id);
		this.#memory.claims.forget(id);
		this.#memory.giveBack();
	}

	/** What changes whenever another window continues a kept conversation. */
	#stampOf(id: string): string {
		return this.#kept.of(id, (connection, { key, messages, leaf, active }) => {
			const newest = connection.get(
				'select max(id) as id from @.record where conversation = ?',
				key,
			);
			return [messages, leaf, active, optionalNumberIn(newest ?? {}, 'id')].join(' ');
		});
	}

	/** @throws {StoreError} if another window has continued what is kept of it, or made it. */
	#checkUntouched(id: string): void {
		if (this.#kept.has(id) && this.#fallen.get(id) !== this.#stampOf(id)) {
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

	#update(id: string, column: 'state' | 'title', value: string): void {
		this.#write(id, ({ connection }) => {
			const sql = `update @.conversation set ${column} = ? where id = ?`;
			if (connection.run(sql, value, id).changes === 0) {
				throw new StoreError('not-found');
			}
		});
	}

	/** With a record that no file brought along it is a view no longer. */
	#beforeRecord(id: string, record: CompactionRecord): void {
		if (!isImported(record)) {
			this.adoptView(id);
		}
	}
}

function searchIn(database: StoreDatabase, query: SearchQuery): readonly Found[] {
	if (database.index === undefined) {
		database.write(({ connection }) => {
			while (indexMissing(connection)) {
				// Until there are no more.
			}
		});
	}
	return database.read(({ connection }) => searchDatabase(connection, query));
}
