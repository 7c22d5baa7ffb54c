import { randomInt, randomUUID } from 'node:crypto';
import { reach, type CompactionRecord } from '../../compaction/record.ts';
import type { LogRange, Message } from '../../messages/message.ts';
import { allIdentifierParts, indexedText, searchableText } from '../search/indexedText.ts';
import { chained, emptyChain } from './chain.ts';
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
import { deleteDamaged, noteDamage, removeBackups, type StoreFiles } from './files.ts';
import { migrate } from './schema.ts';
import { freshState, readState } from './state.ts';
import type {
	Beginning,
	CommitOutcome,
	Identity,
	NewConversation,
	NewEntry,
	RetentionLimits,
	SharedPrefix,
	StoredConversation,
	StoredNode,
	StoredRecord,
} from './store.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** What makes conversations outlive the window. */
export interface Disk {
	readonly files: StoreFiles;
	/** Why nothing can be written. */
	readonly readOnly?: string | undefined;
}

/** A conversation as rows refer to it. */
interface ConversationRow {
	/** Its own branch too. */
	readonly key: number;
	/** The newest node, 0 without any. */
	readonly leaf: number;
	readonly messages: number;
	readonly active: number | undefined;
}

/** Columns of a conversation that come with it wherever it goes. */
const columns = ['id', 'title', 'source', 'file', 'workspace', 'created', 'updated', 'state'];

const recordInsertion =
	'insert into @.record (id, conversation, parent, created, body) values (?, ?, ?, ?, ?)';

/** The end of a span that still grows: the largest number JavaScript counts to. */
const open = Number.MAX_SAFE_INTEGER;

/** Messages that are copied, or indexed, at a time. */
const nodesAtOnce = 500;

/** How far the next id of a conversation's records is from its latest, at most: 2^17 of them are safe integers. */
const farthestId = 2 ** 36;

/**
 * One of the two databases of a store, memory or disk, with the claims of its conversations. What reads
 * tables is done within {@link read}, what changes them within {@link write}.
 */
export class StoreDatabase {
	readonly connection: Connection;
	readonly claims: Claims;
	/** Absent in memory. */
	readonly disk: Disk | undefined;

	constructor(connection: Connection, disk?: Disk) {
		this.connection = connection;
		this.disk = disk;
		this.claims = new Claims(disk?.files.locks);
	}

	/** An empty one. @throws {StoreError} `no-sqlite` */
	static inMemory(): StoreDatabase {
		const connection = Connection.inMemory();
		connection.exec('pragma foreign_keys = on; pragma @.auto_vacuum = incremental');
		migrate(connection);
		return new StoreDatabase(connection);
	}

	/** Notes damage, whether SQLite found it or a row does not hold what it should. @throws {StoreError} */
	read<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			const failure = toStoreError(error);
			if (this.disk !== undefined && failure instanceof StoreError && failure.kind === 'damaged') {
				noteDamage(this.disk.files);
			}
			throw failure;
		}
	}

	/** Does all of it or nothing. @throws {StoreError} */
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

	/** @throws {StoreError} when it is not there. */
	rowOf(id: string): ConversationRow {
		const row = this.connection.get(
			'select key, leaf, messages, active from @.conversation where id = ?',
			id,
		);
		if (row === undefined) {
			throw new StoreError('not-found');
		}
		return {
			key: numberIn(row, 'key'),
			leaf: numberIn(row, 'leaf'),
			messages: numberIn(row, 'messages'),
			active: optionalNumberIn(row, 'active'),
		};
	}

	has(id: string): boolean {
		const sql = 'select 1 from @.conversation where id = ?';
		return this.read(() => this.connection.get(sql, id) !== undefined);
	}

	find(id: string): StoredConversation | undefined {
		return this.#conversations('where id = ?', id)[0];
	}

	/** Newest first. */
	list(): readonly StoredConversation[] {
		return this.#conversations('order by updated desc, key desc');
	}

	/** The newest conversation that its client calls by this name. */
	named(source: string, name: string): StoredConversation | undefined {
		return this.#conversations(
			`where case when json_valid(state) then json_extract(state, '$.clientName') end = ?
			and source = ? order by updated desc, key desc limit 1`,
			name,
			source,
		)[0];
	}

	#conversations(which: string, ...values: readonly string[]): readonly StoredConversation[] {
		return this.connection
			.all(`select * from @.conversation ${which}`, ...values)
			.map(toConversation);
	}

	/**
	 * A new conversation. If another window has already made the one with the wanted id, that one.
	 * @param origin Shares its first messages, and the records that lie within them.
	 */
	create(about: NewConversation, nowMs: number, origin?: SharedPrefix): StoredConversation {
		const { id = randomUUID(), title, source, file, workspace } = about;
		if (!this.has(id)) {
			// SQLite returns UTF-8, which has no lone surrogates.
			const key = this.#insertRow({
				id,
				title: title.toWellFormed(),
				source: source.toWellFormed(),
				file: file?.toWellFormed() ?? null,
				workspace: workspace?.toWellFormed() ?? null,
				created: nowMs,
				updated: nowMs,
				state: JSON.stringify(freshState),
			});
			if (origin === undefined) {
				this.#insertSpan(key, key, 1, open);
			} else {
				const from = this.rowOf(origin.id);
				this.#shareMessages(from, key, origin.messages);
				this.#shareRecords(from, key, origin.messages);
			}
		}
		return this.find(id) ?? notFound();
	}

	/** @returns Its key. */
	#insertRow(row: Row): number {
		return this.connection.run(
			`insert into @.conversation (${columns.join(', ')}, messages, tokens, bytes, leaf)
			values (${columns.map(() => '?').join(', ')}, 0, 0, 0, 0)`,
			...columns.map((column) => row[column] ?? null),
		).id;
	}

	/** Sets a column of a conversation. */
	update(id: string, column: 'state' | 'title', value: string): void {
		const sql = `update @.conversation set ${column} = ? where id = ?`;
		if (this.connection.run(sql, value, id).changes === 0) {
			notFound();
		}
	}

	/** Appends at the end of a conversation's own branch. @returns The nodes, in order. */
	append(id: string, entries: readonly NewEntry[], nowMs: number): readonly StoredNode[] {
		const row = this.rowOf(id);
		const last = this.connection.get('select hash from @.node where id = ?', row.leaf);
		let hash = last === undefined ? emptyChain : textIn(last, 'hash');
		const nodes = entries.map(({ message, tokens, counter }) => {
			hash = chained(hash, message);
			return { hash, tokens, counter, message };
		});
		this.#insertNodes(row, nodes, nowMs);
		return nodes;
	}

	/** Writes messages at the end of a conversation's own branch and brings its row up to date. */
	#insertNodes(
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
			const { id } = this.connection.run(
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
			// What is in memory is gone soon: it is indexed when it is first searched.
			if (this.disk !== undefined) {
				this.#index(id, key, message);
			}
			parent = id;
			added += tokens;
			bytes += Buffer.byteLength(json);
		}
		this.connection.run(
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
	#index(id: number, branch: number, message: Message): void {
		const text = searchableText(message);
		this.connection.run(
			'insert into @.words (rowid, text, parts, scope) values (?, ?, ?, ?)',
			id,
			indexedText(text),
			allIdentifierParts(text),
			scopeWord(branch),
		);
	}

	/** Indexes the messages that were written without. */
	indexMissing(): void {
		if (this.disk !== undefined) {
			return;
		}
		for (let rows: readonly Row[] | undefined; rows?.length !== 0; ) {
			rows = this.write(() => {
				const newest = this.connection.get(
					'select rowid as id from @.words order by rowid desc limit 1',
				);
				const missing = this.connection.all(
					'select id, branch, message from @.node where id > ? order by id limit ?',
					newest === undefined ? 0 : numberIn(newest, 'id'),
					nodesAtOnce,
				);
				for (const row of missing) {
					this.#index(numberIn(row, 'id'), numberIn(row, 'branch'), messageIn(row));
				}
				return missing;
			});
		}
	}

	/** Adds a piece of a branch to a conversation's line of messages. */
	#insertSpan(key: number, branch: number, first: number, last: number): void {
		this.connection.run(
			'insert into @.span (conversation, branch, first, last) values (?, ?, ?, ?)',
			key,
			branch,
			first,
			last,
		);
	}

	/** Gives a new, empty conversation the first messages of another. @throws {RangeError} */
	#shareMessages(origin: ConversationRow, key: number, messages: number): void {
		if (!Number.isInteger(messages) || messages < 0 || messages > origin.messages) {
			throw new RangeError(`A fork at message ${messages} of ${origin.messages}`);
		}
		for (const row of this.connection.all(
			'select branch, first, last from @.span where conversation = ? and first <= ? order by first',
			origin.key,
			messages,
		)) {
			const last = Math.min(numberIn(row, 'last'), messages);
			this.#insertSpan(key, numberIn(row, 'branch'), numberIn(row, 'first'), last);
		}
		this.#insertSpan(key, key, messages + 1, open);
		const own = `from @.span s join @.node n on n.branch = s.branch
			and n.number between s.first and s.last where s.conversation = conversation.key`;
		this.connection.run(
			`update @.conversation set messages = ?,
			leaf = coalesce((select n.id ${own} and n.number = ?), 0),
			tokens = (select coalesce(sum(n.tokens), 0) ${own}) where key = ?`,
			messages,
			messages,
			key,
		);
	}

	/**
	 * Gives a fork the records that speak only of messages it shares. Ancestors in between that do not are
	 * skipped; the nearest of those that led to the active one becomes active.
	 */
	#shareRecords(origin: ConversationRow, key: number, messages: number): void {
		const records = this.records(origin.key);
		const byId = new Map(records.map((record) => [record.id, record]));
		/** By the id of the original; oldest first, so that parents are there before. */
		const copies = new Map<number, number>();
		const nearestCopy = (from: number | undefined): number | undefined => {
			let id = from;
			while (id !== undefined && !copies.has(id)) {
				id = byId.get(id)?.parent;
			}
			return id === undefined ? undefined : copies.get(id);
		};
		for (const { id, parent, createdAt, record } of records) {
			if (reach(record) <= messages) {
				copies.set(id, this.#addRecord(key, record, nearestCopy(parent), createdAt).id);
			}
		}
		this.#setColumnActive(key, nearestCopy(origin.active));
	}

	/** The messages of a log, or of a range of it, in order. */
	nodes(key: number, range: LogRange = { start: 0, end: open }): readonly StoredNode[] {
		return this.#nodeRows(key, range, 'n.hash, n.tokens, n.counter, n.message').map((row) => ({
			hash: textIn(row, 'hash'),
			message: messageIn(row),
			tokens: numberIn(row, 'tokens'),
			counter: textIn(row, 'counter'),
		}));
	}

	/** Tokens of the messages of a range of a log, in order. */
	tokens(key: number, range: LogRange): readonly number[] {
		return this.#nodeRows(key, range, 'n.tokens').map((row) => numberIn(row, 'tokens'));
	}

	#nodeRows(key: number, { start, end }: LogRange, selected: string): readonly Row[] {
		return this.connection.all(
			`select ${selected} from @.span s
			join @.node n on n.branch = s.branch and n.number between max(s.first, ?) and min(s.last, ?)
			where s.conversation = ? order by s.first, n.number`,
			start + 1,
			Math.min(end, open),
			key,
		);
	}

	/** All records of a conversation, oldest first. */
	records(key: number): readonly StoredRecord[] {
		return this.#recordRows(key).map(toRecord);
	}

	record(key: number, id: number): StoredRecord | undefined {
		return this.#recordRows(key, 'and id = ?', id).map(toRecord)[0];
	}

	recordCount(key: number): number {
		const sql = 'select count(*) as count from @.record where conversation = ?';
		return numberIn(this.connection.get(sql, key) ?? {}, 'count');
	}

	#recordRows(key: number, which = '', ...values: readonly number[]): readonly Row[] {
		const sql = `select * from @.record where conversation = ? ${which} order by id`;
		return this.connection.all(sql, key, ...values);
	}

	/** Adds a record under a parent that has to be the conversation's. */
	addRecord(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		createdAt: number,
	): StoredRecord {
		return this.#addRecord(this.rowOf(id).key, record, parent, createdAt);
	}

	#addRecord(
		key: number,
		record: CompactionRecord,
		parent: number | undefined,
		createdAt: number,
	): StoredRecord {
		this.#checkRecord(key, parent);
		const id = this.#newRecordId(key);
		const body = JSON.stringify(record);
		this.connection.run(recordInsertion, id, key, parent ?? null, createdAt, body);
		return { id, ...(parent === undefined ? {} : { parent }), createdAt, record };
	}

	/** An id that is free here, and hardly taken in another store. */
	#newRecordId(key: number): number {
		const sql = 'select coalesce(max(id), 0) as latest from @.record where conversation = ?';
		const latest = numberIn(this.connection.get(sql, key) ?? {}, 'latest');
		let id: number;
		do {
			id = latest + randomInt(1, farthestId);
		} while (this.connection.get('select 1 from @.record where id = ?', id) !== undefined);
		return id;
	}

	/** Adds a record and makes it the active one, unless another than the expected one is active by now. */
	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
		nowMs: number,
	): CommitOutcome {
		const { key, active } = this.rowOf(id);
		if (active !== expected) {
			return { kind: 'conflict' };
		}
		const stored = this.#addRecord(key, record, parent, nowMs);
		this.activate(id, stored.id, nowMs);
		return { kind: 'committed', record: stored };
	}

	/** Makes a record of the conversation, or none, the active one. */
	activate(id: string, record: number | undefined, nowMs: number): void {
		const { key } = this.rowOf(id);
		this.#checkRecord(key, record);
		this.#setColumnActive(key, record);
		this.connection.run(
			'update @.conversation set updated = max(updated, ?) where key = ?',
			nowMs,
			key,
		);
	}

	#setColumnActive(key: number, record: number | undefined): void {
		this.connection.run('update @.conversation set active = ? where key = ?', record ?? null, key);
	}

	#checkRecord(key: number, id: number | undefined): void {
		const sql = 'select 1 from @.record where id = ? and conversation = ?';
		if (id !== undefined && this.connection.get(sql, id, key) === undefined) {
			throw new StoreError('not-found', { detail: `record ${id}` });
		}
	}

	/**
	 * Copies a conversation from another database, in place of the one that has its id here. Records keep their
	 * ids.
	 * @param named What stands for it is copied too.
	 */
	copyFrom(from: StoreDatabase, id: string, named: boolean): void {
		const { key: source, messages } = from.rowOf(id);
		const row = from.connection.get('select * from @.conversation where key = ?', source) ?? {};
		this.remove(id);
		const key = this.#insertRow(row);
		this.#insertSpan(key, key, 1, open);
		for (let start = 0; start < messages; start += nodesAtOnce) {
			const nodes = from.nodes(source, { start, end: Math.min(messages, start + nodesAtOnce) });
			this.#insertNodes(this.rowOf(id), nodes, numberIn(row, 'updated'));
		}
		for (const { id: own = null, parent = null, created = null, body = null } of from.#recordRows(
			source,
		)) {
			this.connection.run(recordInsertion, own, key, parent, created, body);
		}
		this.#setColumnActive(key, optionalNumberIn(row, 'active'));
		if (named) {
			this.enterIdentities(from.identitiesOf(id));
		}
	}

	/** Forgets the messages and the records of a conversation. */
	empty(id: string): void {
		const row = this.connection.get('select * from @.conversation where id = ?', id) ?? {};
		this.remove(id);
		const key = this.#insertRow(row);
		this.#insertSpan(key, key, 1, open);
	}

	/** Removes a conversation, and what no other one shares. @returns Whether it was there. */
	remove(id: string): boolean {
		const row = this.connection.get('select key from @.conversation where id = ?', id);
		if (row === undefined) {
			return false;
		}
		const key = numberIn(row, 'key');
		const spans = this.connection.all('select * from @.span where conversation = ?', key);
		this.#setColumnActive(key, undefined);
		this.connection.run('delete from @.conversation where key = ?', key);
		for (const span of spans) {
			const unshared = `select n.id from @.node n where n.branch = ? and n.number between ? and ?
				and not exists (select 1 from @.span s
					where s.branch = n.branch and n.number between s.first and s.last)`;
			const where = ['branch', 'first', 'last'].map((column) => numberIn(span, column));
			this.connection.run(`delete from @.words where rowid in (${unshared})`, ...where);
			this.connection.run(`delete from @.node where id in (${unshared})`, ...where);
		}
		return true;
	}

	/**
	 * The longest known beginning of a history. A conversation that has a message has all before it, so a few
	 * look-ups are enough. Among several, one that ends there, then the newest.
	 * @param source Where the conversation came from.
	 * @param hashes See `StoredNode.hash`: of the first message, of the first two, and so on.
	 */
	longestBeginning(source: string, hashes: readonly string[]): Beginning | undefined {
		let longest: Beginning | undefined;
		let low = 0;
		let high = hashes.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const row = this.connection.get(
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
				longest = { conversation, messages: middle + 1, length };
				low = middle + 1;
			}
		}
		return longest;
	}

	/** The id that a digest stands for. */
	findIdentity(digest: string): string | undefined {
		const sql = 'select conversation from @.identity where digest = ?';
		const row = this.connection.get(sql, digest);
		return row === undefined ? undefined : textIn(row, 'conversation');
	}

	/** What stands for a conversation. */
	identitiesOf(id: string): readonly Identity[] {
		return this.connection
			.all('select digest from @.identity where conversation = ?', id)
			.map((row) => ({ digest: textIn(row, 'digest'), id }));
	}

	/** A digest that stands for an id already keeps it. */
	enterIdentities(identities: readonly Identity[]): void {
		const sql = 'insert or ignore into @.identity (digest, conversation) values (?, ?)';
		identities.forEach(({ digest, id }) => this.connection.run(sql, digest, id));
	}

	/** Nothing stands for a conversation any more. */
	forgetIdentities(id: string): void {
		this.connection.run('delete from @.identity where conversation = ?', id);
	}

	/** US dollars that summaries have cost on a day. */
	spent(day: string): number {
		const row = this.connection.get('select dollars from @.spending where day = ?', day);
		return row === undefined ? 0 : numberIn(row, 'dollars');
	}

	addSpent(day: string, dollars: number): void {
		this.connection.run(
			`insert into @.spending (day, dollars) values (?, ?)
			on conflict (day) do update set dollars = dollars + excluded.dollars`,
			day,
			dollars,
		);
	}

	/**
	 * Deletes a conversation, and what stands for it.
	 * @param instead Of forgetting that: it goes on elsewhere. Nobody writes between this and the rest.
	 * @throws {StoreError} `in-use` by another window.
	 */
	delete(id: string, instead?: () => void): void {
		this.checkWritable();
		if (this.claims.isInUse(id)) {
			throw new StoreError('in-use');
		}
		this.takeOut(id, instead);
		this.giveBack();
	}

	/** Likewise, without checking who uses it and without giving its space back. @returns Whether it was there. */
	takeOut(id: string, instead = () => this.forgetIdentities(id)): boolean {
		const wasThere = this.write(() => {
			instead();
			return this.remove(id);
		});
		if (wasThere) {
			this.claims.forget(id);
		}
		return wasThere;
	}

	/** Deletes what is older than the limits allow, oldest first. @returns The deleted ids. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[] {
		const chosen = this.read(() => this.#expired(limits, nowMs));
		// One by one: other windows can write in between.
		const gone = chosen.filter((id) => !this.claims.isInUse(id) && this.takeOut(id));
		if (gone.length > 0) {
			this.giveBack();
		}
		return gone;
	}

	/** Picks conversations to delete, the longest unchanged first. Ignores future timestamps. */
	#expired(
		{ maxAgeMs = Infinity, maxBytes = Infinity, keep = [] }: RetentionLimits,
		nowMs: number,
	): readonly string[] {
		const used = this.#bytes - this.#pragma('freelist_count') * this.#pragma('page_size');
		const rows = this.connection
			.all('select id, updated, bytes from @.conversation order by updated')
			.map((row) => ({
				id: textIn(row, 'id'),
				updatedAt: numberIn(row, 'updated'),
				bytes: numberIn(row, 'bytes'),
			}));
		const content = rows.reduce((sum, { bytes }) => sum + bytes, 0);
		const target = used > maxBytes ? shareKept * maxBytes : Infinity;
		let left = used;
		return rows.flatMap(({ id, updatedAt, bytes }) => {
			const isTooOld = nowMs - updatedAt > maxAgeMs;
			const isTooMuch = left > target && bytes > 0;
			if (keep.includes(id) || !(isTooOld || isTooMuch)) {
				return [];
			}
			// Indexes are a share of what they index.
			left -= content === 0 ? 0 : bytes * (used / content);
			return [id];
		});
	}

	/** Deletes everything, the backup and damaged files that were set aside too. */
	clear(): void {
		this.write(() =>
			this.connection.exec(`update @.conversation set active = null;
				delete from @.record;
				delete from @.span;
				delete from @.conversation;
				delete from @.node;
				delete from @.spending;
				delete from @.identity;
				insert into @.words (words) values ('delete-all');`),
		);
		if (this.disk !== undefined) {
			removeBackups(this.disk.files);
			deleteDamaged(this.disk.files);
		}
		this.read(() => {
			this.connection.exec(`vacuum ${this.connection.schema}`);
			this.connection.exec('pragma @.wal_checkpoint(truncate)');
		});
	}

	/** Gives the space of what was deleted back. The next backup is made without it. */
	giveBack(): void {
		if (this.disk !== undefined) {
			removeBackups(this.disk.files);
		}
		this.read(() => {
			this.#optimiseIndex();
			let before = Infinity;
			for (let free = this.#pragma('freelist_count'); free > 0 && free < before; ) {
				this.connection.exec(`pragma @.incremental_vacuum(${freedAtOnce})`);
				before = free;
				free = this.#pragma('freelist_count');
			}
			this.connection.exec('pragma @.wal_checkpoint(truncate)');
		});
	}

	/** Writes the index anew without what was deleted. */
	#optimiseIndex(): void {
		const totalChanges = (): number =>
			numberIn(this.connection.get('select total_changes() as changes') ?? {}, 'changes');
		const merge = (pages: number): number => {
			const before = totalChanges();
			this.connection.run("insert into @.words (words, rank) values ('merge', ?)", pages);
			return totalChanges() - before;
		};
		// Negative: all of it and not only what the index would merge by itself. Below 2: it is done.
		for (let changes = merge(-mergedAtOnce); changes >= 2; ) {
			changes = merge(mergedAtOnce);
		}
	}

	/** Bytes of the file; its write-ahead log comes and goes. */
	get bytes(): number {
		return this.read(() => this.#bytes);
	}

	get #bytes(): number {
		return this.#pragma('page_count') * this.#pragma('page_size');
	}

	#pragma(name: string): number {
		return numberIn(this.connection.get(`pragma @.${name}`) ?? {}, name);
	}
}

/** Pages of the index that are merged in one transaction: other windows can write in between. */
const mergedAtOnce = 2_000;

/** Pages that are given back in one transaction. */
const freedAtOnce = 5_000;

/** Once there is too much, this share of the limit stays: indexes shrink only later. */
const shareKept = 0.9;

/** The word that all messages of a branch have in the index. */
export function scopeWord(branch: number): string {
	return `b${branch}`;
}

/** The message of a row, as it was written here. @throws {StoreError} if it is damaged. */
export function messageIn(row: Row): Message {
	return parsedIn(row, 'message', 'role') as Message;
}

function notFound(): never {
	throw new StoreError('not-found');
}

function toConversation(row: Row): StoredConversation {
	const file = optionalTextIn(row, 'file');
	const workspace = optionalTextIn(row, 'workspace');
	const active = optionalNumberIn(row, 'active');
	return {
		id: textIn(row, 'id'),
		title: textIn(row, 'title'),
		source: textIn(row, 'source'),
		...(file === undefined ? {} : { file }),
		...(workspace === undefined ? {} : { workspace }),
		createdAt: numberIn(row, 'created'),
		updatedAt: numberIn(row, 'updated'),
		messages: numberIn(row, 'messages'),
		tokens: numberIn(row, 'tokens'),
		...(active === undefined ? {} : { active }),
		state: readState(textIn(row, 'state')),
	};
}

function toRecord(row: Row): StoredRecord {
	const parent = optionalNumberIn(row, 'parent');
	return {
		id: numberIn(row, 'id'),
		...(parent === undefined ? {} : { parent }),
		createdAt: numberIn(row, 'created'),
		record: parsedIn(row, 'body', 'layout') as CompactionRecord,
	};
}
