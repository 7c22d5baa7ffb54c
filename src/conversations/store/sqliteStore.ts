import type { CompactionRecord } from '../../compaction/record.ts';
import type { LogRange } from '../../messages/message.ts';
import { beginningIn, longestBeginning, namedIn, type Beginning } from './beginnings.ts';
import { Claims, fileLocks, ownLocks } from './claims.ts';
import type { Connection } from './connection.ts';
import { insertRows, rowsOf, type ConversationRows } from './copying.ts';
import {
	deleteConversation,
	deleteEverything,
	fileBytes,
	giveBack,
	rewrite,
	usedBytes,
	weighedIn,
} from './deleting.ts';
import type { ConversationDocument } from './document.ts';
import { insertDocument, insertOnce } from './inserting.ts';
import type { FileLock } from './fileLock.ts';
import { forgetIdentities, identitiesIn } from './identities.ts';
import { noteDamage, type StoreFiles, deleteDamaged } from './files.ts';
import { insertFork } from './forking.ts';
import {
	appendNodes,
	indexMessage,
	indexMissing,
	insertSpan,
	nodesOf,
	ownSpan,
	tokensOfNodes,
} from './nodes.ts';
import { addRecord, commit, countRecords, recordOf, recordsOf, setActive } from './records.ts';
import { expired, type RetentionLimits } from './retention.ts';
import { conversationRow, findConversation, storedConversation, toConversation } from './rows.ts';
import { open } from './schema.ts';
import { searchDatabase } from './search/sqliteSearch.ts';
import { addSpending, spentOn } from './spending.ts';
import type {
	Claim,
	ClaimPurpose,
	CommitOutcome,
	ConversationStore,
	Found,
	Identities,
	NewConversation,
	SearchQuery,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import type { NewEntry } from './messageSchema.ts';
import type { ConversationState } from './state.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** Conversations in a database, see {@link openStore} and {@link memoryStore}. */
export class SqliteStore implements ConversationStore {
	readonly readOnly: string | undefined;
	readonly identities: Identities;
	readonly #connection: Connection;
	/** Absent in memory. */
	readonly #files: StoreFiles | undefined;
	readonly #presence: FileLock | undefined;
	readonly #now: () => number;
	readonly #claims: Claims;

	/**
	 * @param options.files Absent: in memory.
	 * @param options.presence Tells other processes that the store is in use, until it is closed.
	 * @param options.now Milliseconds since the epoch; may jump backwards.
	 */
	constructor(
		connection: Connection,
		options: {
			readonly now: () => number;
			readonly files?: StoreFiles;
			readonly presence?: FileLock | undefined;
			readonly readOnly?: string | undefined;
		},
	) {
		this.#connection = connection;
		const { files, readOnly } = options;
		this.readOnly = readOnly;
		this.#files = files;
		this.#claims = new Claims(files === undefined ? ownLocks() : fileLocks(files.locks));
		this.#presence = options.presence;
		this.#now = options.now;
		this.identities = identitiesIn(connection, {
			reading: (work) => this.#reading(work),
			writing: (work) => this.#writing(work),
		});
	}

	list(): readonly StoredConversation[] {
		return this.#reading(() =>
			this.#connection
				.all('select * from conversation order by updated desc, key desc')
				.map(toConversation),
		);
	}

	find(id: string): StoredConversation | undefined {
		return this.#reading(() => findConversation(this.#connection, id));
	}

	has(id: string): boolean {
		return this.#reading(
			() => this.#connection.get('select 1 from conversation where id = ?', id) !== undefined,
		);
	}

	/** A conversation as its rows. @param range Of its messages; absent: all. @throws {StoreError} */
	rowsOf(id: string, range: LogRange = { start: 0, end: open }): ConversationRows {
		return this.#reading(() => rowsOf(this.#connection, id, range));
	}

	/**
	 * Takes a conversation in that is elsewhere, in place of the one that has its id.
	 * @param read Undefined, or throws, where that one has to stay; nobody writes between it and the rest.
	 */
	take(read: () => ConversationRows | undefined): void {
		this.#writing(() => {
			const rows = read();
			if (rows !== undefined) {
				insertRows(this.#connection, rows, this.#index);
			}
		});
	}

	create(conversation: NewConversation): StoredConversation {
		return this.#writing(() =>
			insertOnce(this.#connection, conversation, this.#now(), (key) =>
				insertSpan(this.#connection, key, ownSpan(key, 0)),
			),
		);
	}

	log(id: string, range: LogRange = { start: 0, end: open }): readonly StoredNode[] {
		return this.#of(id, (key) => nodesOf(this.#connection, key, range));
	}

	tokens(id: string, range: LogRange): readonly number[] {
		return this.#of(id, (key) => tokensOfNodes(this.#connection, key, range));
	}

	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[] {
		return this.#writing(() =>
			appendNodes(this.#connection, conversationRow(this.#connection, id), entries, {
				nowMs: this.#now(),
				index: this.#index,
			}),
		);
	}

	fork(id: string, messages: number, conversation: NewConversation): StoredConversation {
		return this.#writing(() =>
			insertFork(this.#connection, id, messages, conversation, this.#now()),
		);
	}

	findBeginning(source: string, hashes: readonly string[], from: number): Beginning | undefined {
		return this.#reading(() =>
			longestBeginning(hashes, (hash, index) =>
				beginningIn(this.#connection, source, hash, from + index + 1),
			),
		);
	}

	record(id: string, record: number): StoredRecord | undefined {
		return this.#of(id, (key) => recordOf(this.#connection, key, record));
	}

	findNamed(source: string, name: string): StoredConversation | undefined {
		const id = this.#reading(() => namedIn(this.#connection, source, name));
		return id === undefined ? undefined : this.find(id);
	}

	records(id: string): readonly StoredRecord[] {
		return this.#of(id, (key) => recordsOf(this.#connection, key));
	}

	recordCount(id: string): number {
		return this.#of(id, (key) => countRecords(this.#connection, key));
	}

	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome {
		return this.#writing(() => {
			const row = conversationRow(this.#connection, id);
			return commit(this.#connection, row, record, parent, expected, this.#now());
		});
	}

	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord {
		return this.#writing(() => {
			const row = conversationRow(this.#connection, id);
			return addRecord(this.#connection, row, record, parent, this.#now());
		});
	}

	activate(id: string, record: number | undefined): void {
		this.#writing(() =>
			setActive(this.#connection, conversationRow(this.#connection, id), record, this.#now()),
		);
	}

	saveState(id: string, state: ConversationState): void {
		this.#update(id, 'state', JSON.stringify(state));
	}

	rename(id: string, title: string): void {
		this.#update(id, 'title', title.toWellFormed());
	}

	restore(document: ConversationDocument, wanted?: string): StoredConversation {
		return this.#writing(() => {
			if (wanted !== undefined) {
				deleteConversation(this.#connection, wanted);
			}
			const id = insertDocument(this.#connection, document, wanted, this.#index);
			return storedConversation(this.#connection, id);
		});
	}

	/**
	 * @param copy Has it go on elsewhere: what stands for it stays. Nobody writes between this and the rest.
	 * @throws {StoreError} `in-use` by another window.
	 */
	delete(id: string, copy?: () => void): void {
		this.#checkWritable();
		this.#claims.checkUnused(id);
		if (!this.#takeOut(id, copy)) {
			throw new StoreError('not-found');
		}
		this.#reading(() => giveBack(this.#connection));
	}

	deleteAll(): void {
		this.#writing(() => deleteEverything(this.#connection));
		if (this.#files !== undefined) {
			deleteDamaged(this.#files);
		}
		this.#reading(() => rewrite(this.#connection));
	}

	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		const chosen = this.#reading(() => {
			const weighed = weighedIn(this.#connection);
			return expired(weighed, usedBytes(this.#connection), limits, nowMs);
		});
		// One by one: other windows can write in between.
		const gone = chosen.filter((id) => !this.#claims.isInUse(id) && this.#takeOut(id));
		if (gone.length > 0) {
			this.#reading(() => giveBack(this.#connection));
		}
		return gone;
	}

	search(query: SearchQuery): readonly Found[] {
		if (this.#files === undefined) {
			this.#writing(() => indexMissing(this.#connection));
		}
		return this.#reading(() => searchDatabase(this.#connection, query));
	}

	claim(id: string, purpose: ClaimPurpose): Claim | undefined {
		this.#checkWritable();
		conversationRow(this.#connection, id);
		return this.#claims.take(id, purpose);
	}

	spent(day: string): number {
		return this.#reading(() => spentOn(this.#connection, day));
	}

	addSpent(day: string, dollars: number): void {
		this.#writing(() => addSpending(this.#connection, day, dollars));
	}

	size(): number {
		return this.#reading(() => fileBytes(this.#connection));
	}

	close(): void {
		this.#claims.releaseAll();
		this.#connection.close();
		this.#presence?.release();
	}

	/** What is in memory is gone soon: it is indexed when it is first searched. */
	get #index(): typeof indexMessage | undefined {
		return this.#files === undefined ? undefined : indexMessage;
	}

	/** Reads something of a conversation, which has to be there. */
	#of<T>(id: string, read: (key: number) => T): T {
		return this.#reading(() => read(conversationRow(this.#connection, id).key));
	}

	/** @returns Whether it was there. */
	#takeOut(id: string, copy = () => forgetIdentities(this.#connection, id)): boolean {
		const deleted = this.#writing(() => {
			copy();
			return deleteConversation(this.#connection, id);
		});
		if (deleted) {
			this.#claims.forget(id);
		}
		return deleted;
	}

	#update(id: string, column: 'state' | 'title', value: string): void {
		this.#writing(() => {
			const sql = `update conversation set ${column} = ? where id = ?`;
			if (this.#connection.run(sql, value, id).changes === 0) {
				throw new StoreError('not-found');
			}
		});
	}

	#checkWritable(): void {
		if (this.readOnly !== undefined) {
			throw new StoreError('read-only', { detail: this.readOnly });
		}
	}

	#writing<T>(work: () => T): T {
		this.#checkWritable();
		return this.#reading(() => this.#connection.transaction(work));
	}

	/** Notes damage, whether SQLite found it or what a row holds. */
	#reading<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			const failure = toStoreError(error);
			const isDamaged = failure instanceof StoreError && failure.kind === 'damaged';
			if (isDamaged && this.#files !== undefined) {
				noteDamage(this.#files);
			}
			throw failure;
		}
	}
}
