import { randomInt, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { requiredLength, type CompactionRecord } from '../../compaction/record.ts';
import type { LogRange, Message } from '../../messages/message.ts';
import { allIdentifierParts, indexedText, searchableText } from '../search/indexedText.ts';
import { Claims } from './claims.ts';
import {
	Connection,
	numberIn,
	optionalNumberIn,
	optionalTextIn,
	parsedIn,
	type Row,
	textIn,
} from './connection.ts';
import {
	deleteDamaged,
	pendingDeletion,
	recordDamage,
	recordDeletion,
	removeBackups,
	type StoreFiles,
} from './files.ts';
import { migrate } from './schema.ts';
import { freshState, readState } from './state.ts';
import type {
	Identity,
	NewConversation,
	SharedPrefix,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** The persistent part of a store. */
export interface Disk {
	readonly files: StoreFiles;
	/** Why the disk is read-only. */
	readonly readOnly?: string | undefined;
}

/** A conversation as other rows refer to it. */
interface ConversationRow {
	/** Also the number of its own branch. */
	readonly key: number;
	/** The newest node, 0 without any. */
	readonly leaf: number;
	readonly messages: number;
	readonly active: number | undefined;
}

/** Columns that are copied with a conversation. */
const columns = ['id', 'title', 'source', 'file', 'workspace', 'created', 'updated', 'state'];

const recordInsertion =
	'insert into @.record (id, conversation, parent, created, body) values (?, ?, ?, ?, ?)';

const spanInsertion = 'insert into @.span (conversation, branch, first, last) values (?, ?, ?, ?)';

/** The end of a span that still grows: the largest safe integer. */
const openEnd = Number.MAX_SAFE_INTEGER;

/** Messages that are copied or indexed at a time. */
const nodesAtOnce = 500;

/**
 * The maximum distance between a new record id and the latest one of the conversation: 2^17 such steps stay within safe
 * integers.
 */
const maxIdStep = 2 ** 36;

/** Pages of the index that are merged per transaction, so that other windows can write in between. */
const mergedAtOnce = 200;

/** Pages that are freed in one transaction. */
const freedAtOnce = 500;

/**
 * One of the two databases of a store, memory or disk, with the claims of its conversations. Read its tables within
 * {@link read}, and change them within {@link write}.
 */
export class StoreDatabase {
	readonly connection: Connection;
	readonly claims: Claims;
	/** Absent in memory. */
	readonly disk: Disk | undefined;
	/** How often data was deleted here, and after how many of these deletions all space was freed. */
	#deletions = 0;
	#freed = 0;

	constructor(connection: Connection, disk?: Disk) {
		this.connection = connection;
		this.disk = disk;
		this.claims = new Claims(disk?.files.locks);
	}

	/** An empty database. @throws {StoreError} `no-sqlite` */
	static inMemory(): StoreDatabase {
		const connection = Connection.inMemory();
		connection.exec('pragma foreign_keys = on; pragma @.auto_vacuum = incremental');
		migrate(connection);
		return new StoreDatabase(connection);
	}

	/** Records damage, found by SQLite or because a row has unexpected content. @throws {StoreError} */
	read<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			const failure = toStoreError(error);
			if (this.disk !== undefined && failure instanceof StoreError && failure.kind === 'damaged') {
				recordDamage(this.disk.files);
			}
			throw failure;
		}
	}

	/** Runs all of it or nothing. @throws {StoreError} */
	write<T>(work: () => T): T {
		this.checkWritable();
		return this.read(() => this.connection.transaction(work));
	}

	/** @throws {StoreError} */
	checkWritable(): void {
		if (this.disk?.readOnly !== undefined) {
			throw new StoreError('read-only', { detail: this.disk.readOnly });
		}
	}

	/** Deletes everything, including the backup and damaged files that were set aside. */
	clear(): void {
		const pending = this.write(() => {
			this.noteDeletion();
			this.connection.exec(`update @.conversation set active = null;
				delete from @.record;
				delete from @.span;
				delete from @.conversation;
				delete from @.node;
				delete from @.spending;
				delete from @.identity;
				insert into @.words (words) values ('delete-all');`);
			return this.#pendingDeletion();
		});
		if (this.disk !== undefined) {
			removeBackups(this.disk.files);
			deleteDamaged(this.disk.files);
		}
		this.read(() => {
			this.connection.exec(`vacuum ${this.connection.schema}`);
			this.connection.exec('pragma @.wal_checkpoint(truncate)');
			this.#endDeletion(pending);
		});
		this.#freed = this.#deletions;
	}

	/**
	 * Data is about to be deleted: {@link freeSpace} has work to do, in the next session if this one ends before. Call it
	 * in the transaction that deletes: other windows that see it recorded can write only after the deletion.
	 */
	noteDeletion(): void {
		this.#deletions += 1;
		if (this.disk !== undefined) {
			recordDeletion(this.disk.files);
		}
	}

	/** Frees the space of deleted data, in steps between which other work runs. @throws {StoreError} */
	async freeSpace(): Promise<void> {
		if (this.disk?.readOnly !== undefined) {
			return;
		}
		const deletions = this.#deletions;
		const pending = this.read(() => this.#pendingDeletion());
		if (deletions === this.#freed && pending === undefined) {
			return;
		}
		// The index keeps the words of deleted messages until its segments are merged. A negative number merges all of them,
		// not only those that the index would merge automatically; below 2 changes it has finished.
		for (let pages = -mergedAtOnce; (await this.#step(() => this.#mergeIndex(pages))) >= 2; ) {
			pages = mergedAtOnce;
		}
		const free = (): number => this.connection.number('pragma @.freelist_count');
		for (let left = this.read(free), before = Infinity; left > 0 && left < before; ) {
			before = left;
			left = await this.#step(() => {
				this.connection.exec(`pragma @.incremental_vacuum(${freedAtOnce})`);
				return free();
			});
		}
		await this.#step(() => this.connection.exec('pragma @.wal_checkpoint(truncate)'));
		await this.#step(() => this.#endDeletion(pending));
		this.#freed = deletions;
	}

	#pendingDeletion(): string | undefined {
		return this.disk && pendingDeletion(this.disk.files);
	}

	/** The space has been freed. @param pending What was pending before; what any window has deleted since stays pending. */
	#endDeletion(pending: string | undefined): void {
		const files = this.disk?.files;
		if (files !== undefined) {
			// A backup may have been made of what is freed by now, or it could not be removed before.
			removeBackups(files);
			// In a transaction, because deletions are recorded in one.
			this.connection.transaction(() => {
				if (pendingDeletion(files) === pending) {
					rmSync(files.deletion, { force: true });
				}
			});
		}
	}

	/** Lets other work run first. */
	async #step<T>(work: () => T): Promise<T> {
		await setImmediate();
		return this.read(work);
	}

	/** @returns How much was changed. */
	#mergeIndex(pages: number): number {
		const before = this.connection.number('select total_changes()');
		this.connection.run("insert into @.words (words, rank) values ('merge', ?)", pages);
		return this.connection.number('select total_changes()') - before;
	}

	/** Bytes of the file, without its temporary write-ahead log. */
	get bytes(): number {
		return this.read(() => this.#pages('page_count'));
	}

	/** Bytes of the file that are in use. */
	get usedBytes(): number {
		return this.bytes - this.read(() => this.#pages('freelist_count'));
	}

	#pages(pragma: 'page_count' | 'freelist_count'): number {
		const { connection } = this;
		return connection.number(`pragma @.${pragma}`) * connection.number('pragma @.page_size');
	}
}

/** @throws {StoreError} when it is not there. */
export function rowOf({ connection }: StoreDatabase, id: string): ConversationRow {
	const sql = 'select key, leaf, messages, active from @.conversation where id = ?';
	const row = connection.get(sql, id) ?? notFound();
	return {
		key: numberIn(row, 'key'),
		leaf: numberIn(row, 'leaf'),
		messages: numberIn(row, 'messages'),
		active: optionalNumberIn(row, 'active'),
	};
}

/** @throws {StoreError} */
export function notFound(): never {
	throw new StoreError('not-found');
}

/** Conversations, without their messages and records. @param which Conditions and order, as SQL. */
export function conversationsIn(
	{ connection }: StoreDatabase,
	which: string,
	...values: readonly string[]
): readonly StoredConversation[] {
	return connection.all(`select * from @.conversation ${which}`, ...values).map((row) => {
		const file = optionalTextIn(row, 'file');
		const workspace = optionalTextIn(row, 'workspace');
		const active = optionalNumberIn(row, 'active');
		return {
			id: textIn(row, 'id'),
			title: textIn(row, 'title'),
			source: textIn(row, 'source'),
			...(file === undefined ? {} : { file }),
			...(workspace === undefined ? {} : { workspace }),
			updatedAt: numberIn(row, 'updated'),
			messages: numberIn(row, 'messages'),
			tokens: numberIn(row, 'tokens'),
			...(active === undefined ? {} : { active }),
			state: readState(textIn(row, 'state')),
		};
	});
}

/**
 * Creates a conversation. If another window has already created one with the wanted id, returns that one.
 * @param origin The new conversation shares its first messages, and the records that lie within them.
 * @throws {RangeError} if it has fewer.
 */
export function createIn(
	database: StoreDatabase,
	{ id = randomUUID(), title, source, file, workspace }: NewConversation,
	nowMs: number,
	origin?: SharedPrefix,
): StoredConversation {
	const known = conversationsIn(database, 'where id = ?', id)[0];
	if (known !== undefined) {
		return known;
	}
	// SQLite returns UTF-8, which has no lone surrogates.
	const row = {
		id,
		title: title.toWellFormed(),
		source: source.toWellFormed(),
		file: file?.toWellFormed() ?? null,
		workspace: workspace?.toWellFormed() ?? null,
		created: nowMs,
		updated: nowMs,
		state: JSON.stringify(freshState),
	};
	if (origin === undefined) {
		insertRow(database, row);
	} else {
		const { messages } = origin;
		const from = rowOf(database, origin.id);
		if (!Number.isInteger(messages) || messages < 0 || messages > from.messages) {
			throw new RangeError(`A fork at message ${messages} of ${from.messages}`);
		}
		const key = insertRow(database, row, messages);
		shareMessages(database, from, key, messages);
		shareRecords(database, from, key, messages);
	}
	return conversationsIn(database, 'where id = ?', id)[0] ?? notFound();
}

/** @param messages How many it shares with another. @returns Its key. */
function insertRow({ connection }: StoreDatabase, row: Row, messages = 0): number {
	const { id: key } = connection.run(
		`insert into @.conversation (${columns.join(', ')}, messages, tokens, bytes, leaf)
		values (${columns.map(() => '?').join(', ')}, 0, 0, 0, 0)`,
		...columns.map((column) => row[column] ?? null),
	);
	connection.run(spanInsertion, key, key, messages + 1, openEnd);
	return key;
}

/** Appends messages to a conversation's own branch and updates its row. */
export function insertNodes(
	{ connection, disk }: StoreDatabase,
	{ key, leaf, messages }: ConversationRow,
	nodes: readonly StoredNode[],
	nowMs: number,
): void {
	let parent = leaf;
	let number = messages;
	let added = 0;
	let bytes = 0;
	for (const { hash, counter, tokens, message } of nodes) {
		const json = JSON.stringify(message);
		number += 1;
		const { id } = connection.run(
			`insert into @.node (parent, branch, number, tokens, counter, hash, message)
			values (?, ?, ?, ?, ?, ?, ?)`,
			parent,
			key,
			number,
			tokens,
			counter,
			hash,
			json,
		);
		// Conversations in memory are short-lived: they are indexed on the first search.
		if (disk !== undefined) {
			addToIndex(connection, id, key, message);
		}
		parent = id;
		added += tokens;
		bytes += Buffer.byteLength(json);
	}
	connection.run(
		`update @.conversation set messages = ?, tokens = tokens + ?, bytes = bytes + ?, leaf = ?,
		updated = max(updated, ?) where key = ?`,
		number,
		added,
		bytes,
		parent,
		nowMs,
		key,
	);
}

/** Makes the words of a message searchable. */
function addToIndex(connection: Connection, id: number, branch: number, message: Message): void {
	const text = searchableText(message);
	connection.run(
		'insert into @.words (rowid, text, parts, scope) values (?, ?, ?, ?)',
		id,
		indexedText(text),
		allIdentifierParts(text),
		scopeWord(branch),
	);
}

/** Indexes the messages that are missing from the index. */
export function indexMissing(database: StoreDatabase): void {
	const { connection, disk } = database;
	if (disk !== undefined) {
		return;
	}
	for (let rows: readonly Row[] | undefined; rows?.length !== 0; ) {
		rows = database.write(() => {
			const missing = connection.all(
				`select id, branch, message from @.node
				where id > coalesce((select rowid from @.words order by rowid desc limit 1), 0)
				order by id limit ?`,
				nodesAtOnce,
			);
			for (const row of missing) {
				addToIndex(connection, numberIn(row, 'id'), numberIn(row, 'branch'), messageIn(row));
			}
			return missing;
		});
	}
}

/** Shares the first messages of another conversation with a new, empty one. */
function shareMessages(
	{ connection }: StoreDatabase,
	origin: ConversationRow,
	key: number,
	messages: number,
): void {
	connection.run(
		`insert into @.span (conversation, branch, first, last)
		select ?, branch, first, min(last, ?) from @.span where conversation = ? and first <= ?`,
		key,
		messages,
		origin.key,
		messages,
	);
	const own = `from @.span s join @.node n on n.branch = s.branch
		and n.number between s.first and s.last where s.conversation = conversation.key`;
	connection.run(
		`update @.conversation set messages = ?,
		leaf = coalesce((select n.id ${own} and n.number = ?), 0),
		tokens = (select coalesce(sum(n.tokens), 0) ${own}) where key = ?`,
		messages,
		messages,
		key,
	);
}

/**
 * Copies to a fork the records that refer only to messages it shares. Intermediate ancestors that do not are skipped;
 * of the ancestors of the active record, the nearest copied one becomes active.
 */
function shareRecords(
	database: StoreDatabase,
	origin: ConversationRow,
	key: number,
	messages: number,
): void {
	const records = recordsIn(database, origin.key);
	const byId = new Map(records.map((record) => [record.id, record]));
	/** By the id of the original; oldest first, so that parents are copied before their children. */
	const copies = new Map<number, number>();
	const nearestCopy = (from: number | undefined): number | undefined => {
		let id = from;
		while (id !== undefined && !copies.has(id)) {
			id = byId.get(id)?.parent;
		}
		return id === undefined ? undefined : copies.get(id);
	};
	for (const { id, parent, createdAt, record } of records) {
		if (requiredLength(record) <= messages) {
			const { replaced: original, ...rest } = record;
			const replaced = nearestCopy(original);
			const copy = replaced === undefined ? rest : { ...rest, replaced };
			copies.set(id, addRecord(database, key, copy, nearestCopy(parent), createdAt).id);
		}
	}
	setActive(database, key, nearestCopy(origin.active));
}

/** The messages of a log, or of a range of it, in order. */
export function nodesIn(
	database: StoreDatabase,
	key: number,
	range: LogRange = { start: 0, end: openEnd },
): readonly StoredNode[] {
	return nodeRows(database, key, range, 'n.hash, n.tokens, n.counter, n.message').map((row) => ({
		hash: textIn(row, 'hash'),
		message: messageIn(row),
		tokens: numberIn(row, 'tokens'),
		counter: textIn(row, 'counter'),
	}));
}

/** Rows of a range of a log, in order. @param selected Their columns, as SQL. */
export function nodeRows(
	{ connection }: StoreDatabase,
	key: number,
	{ start, end }: LogRange,
	selected: string,
): readonly Row[] {
	return connection.all(
		`select ${selected} from @.span s
		join @.node n on n.branch = s.branch and n.number between max(s.first, ?) and min(s.last, ?)
		where s.conversation = ? order by s.first, n.number`,
		start + 1,
		Math.min(end, openEnd),
		key,
	);
}

/** Records of a conversation, oldest first. @param id Of a single record; absent: all of them. */
export function recordsIn(
	{ connection }: StoreDatabase,
	key: number,
	id?: number,
): readonly StoredRecord[] {
	const sql = 'select * from @.record where conversation = ? and id = coalesce(?, id) order by id';
	return connection.all(sql, key, id ?? null).map((row) => {
		const parent = optionalNumberIn(row, 'parent');
		return {
			id: numberIn(row, 'id'),
			...(parent === undefined ? {} : { parent }),
			createdAt: numberIn(row, 'created'),
			record: parsedIn(row, 'body', 'layout') as CompactionRecord,
		};
	});
}

/** Adds a record under a parent, which must belong to the conversation. */
export function addRecord(
	database: StoreDatabase,
	key: number,
	record: CompactionRecord,
	parent: number | undefined,
	createdAt: number,
): StoredRecord {
	checkRecord(database, key, parent);
	const id = newRecordId(database, key);
	const body = JSON.stringify(record);
	database.connection.run(recordInsertion, id, key, parent ?? null, createdAt, body);
	return { id, ...(parent === undefined ? {} : { parent }), createdAt, record };
}

/** An id that is free here, and unlikely to be used in another store. */
function newRecordId({ connection }: StoreDatabase, key: number): number {
	const sql = 'select coalesce(max(id), 0) from @.record where conversation = ?';
	const latest = connection.number(sql, key);
	let id: number;
	do {
		id = latest + randomInt(1, maxIdStep);
	} while (connection.get('select 1 from @.record where id = ?', id) !== undefined);
	return id;
}

/** Activates a record of the conversation, or none. */
export function activateIn(
	database: StoreDatabase,
	key: number,
	record: number | undefined,
	nowMs: number,
): void {
	checkRecord(database, key, record);
	setActive(database, key, record);
	const sql = 'update @.conversation set updated = max(updated, ?) where key = ?';
	database.connection.run(sql, nowMs, key);
}

function setActive({ connection }: StoreDatabase, key: number, record: number | undefined): void {
	connection.run('update @.conversation set active = ? where key = ?', record ?? null, key);
}

function checkRecord({ connection }: StoreDatabase, key: number, id: number | undefined): void {
	const sql = 'select 1 from @.record where id = ? and conversation = ?';
	if (id !== undefined && connection.get(sql, id, key) === undefined) {
		throw new StoreError('not-found', { detail: `record ${id}` });
	}
}

/** Copies a conversation to another database and replaces the one that has its id there. Records keep their ids. */
export function copyConversation(from: StoreDatabase, to: StoreDatabase, id: string): void {
	const row = from.connection.get('select * from @.conversation where id = ?', id) ?? notFound();
	const [source, messages] = [numberIn(row, 'key'), numberIn(row, 'messages')];
	removeConversation(to, id);
	const key = insertRow(to, row);
	for (let start = 0; start < messages; start += nodesAtOnce) {
		const nodes = nodesIn(from, source, { start, end: Math.min(messages, start + nodesAtOnce) });
		insertNodes(to, rowOf(to, id), nodes, numberIn(row, 'updated'));
	}
	const sql = 'select id, parent, created, body from @.record where conversation = ? order by id';
	for (const { id: own = null, parent = null, created = null, body = null } of from.connection.all(
		sql,
		source,
	)) {
		to.connection.run(recordInsertion, own, key, parent, created, body);
	}
	setActive(to, key, optionalNumberIn(row, 'active'));
}

/** Deletes the messages and the records of a conversation. */
export function emptyConversation(database: StoreDatabase, id: string): void {
	const sql = 'select * from @.conversation where id = ?';
	const row = database.connection.get(sql, id) ?? notFound();
	removeConversation(database, id);
	insertRow(database, row);
}

/** Deletes a conversation, and nodes that no other one shares. @returns Whether it was there. */
export function removeConversation(database: StoreDatabase, id: string): boolean {
	const { connection } = database;
	const row = connection.get('select key from @.conversation where id = ?', id);
	if (row === undefined) {
		return false;
	}
	database.noteDeletion();
	const key = numberIn(row, 'key');
	const spans = connection.all('select * from @.span where conversation = ?', key);
	setActive(database, key, undefined);
	connection.run('delete from @.conversation where key = ?', key);
	for (const span of spans) {
		const unshared = `select n.id from @.node n where n.branch = ? and n.number between ? and ?
			and not exists (select 1 from @.span s
				where s.branch = n.branch and n.number between s.first and s.last)`;
		const where = ['branch', 'first', 'last'].map((column) => numberIn(span, column));
		connection.run(`delete from @.words where rowid in (${unshared})`, ...where);
		connection.run(`delete from @.node where id in (${unshared})`, ...where);
	}
	return true;
}

/** The digests that lead to a conversation. */
export function identitiesOf({ connection }: StoreDatabase, id: string): readonly Identity[] {
	return connection
		.all('select digest from @.identity where conversation = ?', id)
		.map((row) => ({ digest: textIn(row, 'digest'), id }));
}

/** A digest that already leads to an id is not changed. */
export function enterIdentities({ connection }: StoreDatabase, all: readonly Identity[]): void {
	const sql = 'insert or ignore into @.identity (digest, conversation) values (?, ?)';
	all.forEach(({ digest, id }) => connection.run(sql, digest, id));
}

/** Deletes all digests that lead to a conversation. */
export function forgetIdentities({ connection }: StoreDatabase, id: string): void {
	connection.run('delete from @.identity where conversation = ?', id);
}

/** The word that all messages of a branch have in the index. */
export function scopeWord(branch: number): string {
	return `b${branch}`;
}

/** The message of a row, as it was written here. @throws {StoreError} if it is damaged. */
export function messageIn(row: Row): Message {
	return parsedIn(row, 'message', 'role') as Message;
}
