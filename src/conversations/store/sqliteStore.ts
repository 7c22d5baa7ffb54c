import { isImported, type CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import { readingsOf } from '../search/terms.ts';
import { backUp } from './backup.ts';
import { chained, emptyChain } from './chain.ts';
import { numberIn, textIn } from './connection.ts';
import {
	activateIn,
	addRecord,
	conversationsIn,
	copyConversation,
	createIn,
	empty,
	enterIdentities,
	forgetIdentities,
	identitiesOf,
	indexMissing,
	insertNodes,
	nodeRows,
	nodesIn,
	notFound,
	recordsIn,
	remove,
	rowOf,
	type StoreDatabase,
} from './database.ts';
import type { FileLock } from './fileLock.ts';
import { searchDatabase } from './search.ts';
import type { ConversationState } from './state.ts';
import type {
	HistoryMatch,
	Claim,
	ClaimPurpose,
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
		return !this.#isInMemory(id) && has(this.#kept, id);
	}

	/** Whether this is an unmodified view of its file: no window has made a conversation of it. */
	isView(id: string): boolean {
		return this.#views.has(id) && (this.#kept === this.#memory || !has(this.#kept, id));
	}

	/** Conversations that are in memory although they were to be kept. */
	get unkept(): readonly string[] {
		return [...this.#unkept.keys()];
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		return this.#found(
			(database) => conversationsIn(database, 'order by updated desc, key desc'),
			idOf,
		).sort(newestFirst);
	}

	find(id: string): StoredConversation | undefined {
		const database = this.#of(id);
		return database.read(() => conversationsIn(database, 'where id = ?', id)[0]);
	}

	has(id: string): boolean {
		return has(this.#of(id), id);
	}

	/** The log, root first; a range of it without reading the rest. */
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

	/** If another window has made the one with the wanted id already, that one. */
	create(about: NewConversation): StoredConversation {
		return this.#make((database) => createIn(database, about, this.#options.now()));
	}

	/** A conversation that is not kept, whatever is done with other new ones. */
	createInMemory(about: NewConversation): StoredConversation {
		return this.memory.create(about);
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
		this.#memory.write(() => empty(this.#memory, id));
	}

	/** Durable when it returns, all of them or none. @returns The nodes, in order. */
	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		return this.#write(id, (database) => {
			const row = rowOf(database, id);
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

	/**
	 * The conversation that has the longest beginning of a history. One that has a message has all before it, so a
	 * few look-ups are enough. Among several, one that ends there, then the newest.
	 * @param source Where the conversation came from.
	 * @param hashes See {@link StoredNode.hash}: of the first message, of the first two, and so on.
	 */
	findBeginning(source: string, hashes: readonly string[]): HistoryMatch | undefined {
		return this.#found(
			(database) => longestBeginning(database, source, hashes),
			({ conversation }) => conversation,
		).sort((a, b) => b.messages - a.messages)[0];
	}

	/** The newest conversation that its client calls by this name. @param source Where it came from. */
	findNamed(source: string, name: string): StoredConversation | undefined {
		const which = `where case when json_valid(state) then json_extract(state, '$.clientName') end = ?
			and source = ? order by updated desc, key desc limit 1`;
		return this.#found((database) => conversationsIn(database, which, name, source), idOf).sort(
			newestFirst,
		)[0];
	}

	/**
	 * Writes a record and makes it the active one.
	 * @param expected The one that has to be active still.
	 * @returns Undefined: another one is; nothing was written.
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

	/** Writes a record without making it active: a result that came too late, for the person to choose. */
	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		this.#beforeRecord(id, record);
		const proposed = { ...record, proposed: true } as const;
		return this.#write(id, (database) =>
			addRecord(database, rowOf(database, id).key, proposed, parent, this.#options.now()),
		);
	}

	/** Changes which record is active: undo, redo, restore. */
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

	/** Nodes that another conversation shares stay. @throws {StoreError} `in-use` by another window. */
	delete(id: string): void {
		const isInMemory = has(this.#memory, id);
		if (this.#kept !== this.#memory && has(this.#kept, id)) {
			this.#deleteKept(id);
		} else if (!isInMemory) {
			throw new StoreError('not-found');
		}
		if (isInMemory) {
			// Its file opened again is the same conversation.
			this.#memory.write(() => remove(this.#memory, id));
			this.#left(id);
		}
	}

	/**
	 * Deletes a kept conversation, and what stands for it.
	 * @param instead Of forgetting that: it goes on elsewhere. Nobody writes between this and the rest.
	 * @throws {StoreError} `in-use` by another window.
	 */
	#deleteKept(id: string, instead?: () => void): void {
		this.#kept.checkWritable();
		if (this.#kept.claims.isInUse(id)) {
			throw new StoreError('in-use');
		}
		this.#takeOut(id, instead);
		this.#kept.giveBack();
	}

	/** Likewise, without checking who uses it and without giving its space back. @returns Whether it was there. */
	#takeOut(id: string, instead = () => forgetIdentities(this.#kept, id)): boolean {
		const wasThere = this.#kept.write(() => {
			instead();
			return remove(this.#kept, id);
		});
		this.#kept.claims.forget(id);
		return wasThere;
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
		const kept = this.#kept;
		const chosen = kept.read(() => expired(kept, limits, nowMs));
		// One by one: other windows can write in between.
		const gone = chosen.filter((id) => !kept.claims.isInUse(id) && this.#takeOut(id));
		if (gone.length > 0) {
			kept.giveBack();
		}
		return gone;
	}

	/** Makes a backup of what is kept, see `backUp`. @throws {StoreError} */
	async backUp(): Promise<void> {
		const { disk } = this.#kept;
		if (disk !== undefined && disk.readOnly === undefined) {
			await backUp(disk.files, this.#options.now());
		}
	}

	/** Messages with the words of a query, as the first reading has it that finds anything. */
	search(query: SearchQuery): readonly SearchHit[] {
		const { text, reading: only, conversation, limit } = query;
		const databases = conversation === undefined ? this.#databases : [this.#of(conversation)];
		databases.forEach(indexMissing);
		const readings = readingsOf(text);
		// All read the text in the same way: what one finds exactly, the other need not guess at.
		for (const reading of only === undefined ? readings : readings.slice(only, only + 1)) {
			const hits = databases.map((database) =>
				this.#foundIn(
					database,
					() => searchDatabase(database, reading, query),
					(found) => found.conversation,
				),
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
			database.read(() => rowOf(database, id));
			return database.claims.take(id, purpose);
		});
	}

	/** The id that a digest stands for; the conversation need not exist. */
	findIdentity(digest: string): string | undefined {
		const sql = 'select conversation from @.identity where digest = ?';
		const [row] = this.#databases.flatMap((one) => one.read(() => one.connection.all(sql, digest)));
		return row && textIn(row, 'conversation');
	}

	/** Has digests stand for ids, all of them or none; a digest that stands for an id already keeps it. */
	enterIdentities(identities: readonly Identity[]): void {
		const missing = identities.filter(({ digest }) => this.findIdentity(digest) === undefined);
		if (missing.length === 0) {
			return;
		}
		const enter = (database: StoreDatabase): void =>
			database.write(() => enterIdentities(database, missing));
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
			(database) => database.read(() => identitiesOf(database, id)).length > 0,
		);
	}

	/** US dollars that summaries have cost on a day, over all windows. @param day Any name of it. */
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
		if (!has(this.#memory, id)) {
			return;
		}
		const isView = this.#views.has(id);
		const move = (): void => {
			this.#kept.write(() => {
				if (!isView) {
					this.#checkUntouched(id);
				}
				// A conversation that another window has made of a view stays as it is.
				if (!isView || !has(this.#kept, id)) {
					copyConversation(this.#memory, this.#kept, id);
					enterIdentities(this.#kept, identitiesOf(this.#memory, id));
				}
				remove(this.#memory, id);
				forgetIdentities(this.#memory, id);
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
		if (this.#kept === this.#memory || !has(this.#kept, id)) {
			return;
		}
		const isInMemory = this.#isInMemory(id);
		this.#deleteKept(id, () => (isInMemory ? this.#checkUntouched(id) : this.#copyToMemory(id)));
		this.#views.delete(id);
		this.#unkept.delete(id);
	}

	#isInMemory(id: string): boolean {
		return this.#of(id) === this.#memory;
	}

	/** Where a conversation is; an unknown one would be on disk. */
	#of(id: string): StoreDatabase {
		const isInMemory = this.#views.has(id) ? !has(this.#kept, id) : has(this.#memory, id);
		return isInMemory ? this.#memory : this.#kept;
	}

	/** Where new conversations go. */
	get #ofNew(): StoreDatabase {
		return this.canKeep && (this.#options.keepsNew?.() ?? true) ? this.#kept : this.#memory;
	}

	/** Finds something about conversations, each where it is. */
	#found<T>(read: (database: StoreDatabase) => readonly T[], idOf: (found: T) => string): T[] {
		return this.#databases.flatMap((database) =>
			this.#foundIn(database, () => read(database), idOf),
		);
	}

	#foundIn<T>(database: StoreDatabase, read: () => readonly T[], idOf: (found: T) => string): T[] {
		return database.read(read).filter((one) => this.#of(idOf(one)) === database);
	}

	/** Reads something of a conversation. @throws {StoreError} if it is not there. */
	#read<T>(id: string, work: (database: StoreDatabase, key: number) => T): T {
		const database = this.#of(id);
		return database.read(() => work(database, rowOf(database, id).key));
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
		const fork = createIn(database, about, this.#options.now(), origin);
		if (isElsewhere) {
			remove(database, origin.id);
		}
		return fork;
	}

	/** Runs inside a transaction of memory. What stands for it on disk is not copied: it would outlive a deletion. */
	#copyToMemory(id: string): void {
		this.#kept.read(() => copyConversation(this.#kept, this.#memory, id));
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
			const { key, messages, leaf, active } = rowOf(this.#kept, id);
			const sql = 'select coalesce(max(id), 0) from @.record where conversation = ?';
			const newest = this.#kept.connection.number(sql, key);
			return [messages, leaf, active, newest].join(' ');
		});
	}

	/** @throws {StoreError} if another window has continued what is kept of it, or made it. */
	#checkUntouched(id: string): void {
		if (has(this.#kept, id) && this.#unkept.get(id) !== this.#stampOf(id)) {
			throw new StoreError('in-use', { detail: 'it was continued in that file' });
		}
	}

	/** Does something while no other window compacts a conversation that is kept, or answers in it. */
	#holding(id: string, work: () => void): void {
		const claims: Claim[] = [];
		try {
			for (const purpose of has(this.#kept, id) ? (['job', 'turn'] as const) : []) {
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

/** See {@link SqliteStore.findBeginning}. @returns One at most. */
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

/** Once there is too much, this share of the limit stays: indexes shrink only later. */
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
		// Indexes are a share of what they index.
		left -= content === 0 ? 0 : bytes * (usedBytes / content);
		return [id];
	});
}
