import { randomInt } from 'node:crypto';
import { reach, type CompactionRecord } from '../../compaction/record.ts';
import { numberIn, optionalNumberIn, parsedIn, type Connection, type Row } from './connection.ts';
import type { StoredConversationRow } from './nodes.ts';
import type { CommitOutcome, StoredRecord } from './store.ts';
import { StoreError } from './storeError.ts';

/** The table of records. What changes it runs inside a transaction of the caller's. */

/** All records of a conversation, oldest first. */
export function recordsOf(connection: Connection, key: number): readonly StoredRecord[] {
	return recordRows(connection, key).map(toRecord);
}

function recordRows(connection: Connection, key: number): readonly Row[] {
	return connection.all('select * from @.record where conversation = ? order by id', key);
}

/** A record of a conversation. */
export function recordOf(
	connection: Connection,
	key: number,
	id: number,
): StoredRecord | undefined {
	const row = connection.get('select * from @.record where conversation = ? and id = ?', key, id);
	return row === undefined ? undefined : toRecord(row);
}

/** How many records a conversation has. */
export function countRecords(connection: Connection, key: number): number {
	const row = connection.get('select count(*) as count from @.record where conversation = ?', key);
	return numberIn(row ?? {}, 'count');
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

/** How far the next id of a conversation is from its latest, at most: 2^17 of them are safe integers. */
const farthestId = 2 ** 36;

/** An id that is free here, and hardly taken in another store. */
function newRecordId(connection: Connection, key: number): number {
	const row = connection.get(
		'select coalesce(max(id), 0) as latest from @.record where conversation = ?',
		key,
	);
	const latest = numberIn(row ?? {}, 'latest');
	let id: number;
	do {
		id = latest + randomInt(1, farthestId);
	} while (connection.get('select 1 from @.record where id = ?', id) !== undefined);
	return id;
}

const insertion =
	'insert into @.record (id, conversation, parent, created, body) values (?, ?, ?, ?, ?)';

/** Copies all records of a conversation to another database, under their ids. */
export function insertStoredRecords(
	from: Connection,
	source: number,
	to: Connection,
	key: number,
): void {
	for (const { id = null, parent = null, created = null, body = null } of recordRows(
		from,
		source,
	)) {
		to.run(insertion, id, key, parent, created, body);
	}
}

/** Adds a record under a parent that has to be the conversation's. */
export function addRecord(
	connection: Connection,
	key: number,
	record: CompactionRecord,
	parent: number | undefined,
	createdAt: number,
): StoredRecord {
	checkRecord(connection, key, parent);
	const id = newRecordId(connection, key);
	connection.run(insertion, id, key, parent ?? null, createdAt, JSON.stringify(record));
	return { id, ...(parent === undefined ? {} : { parent }), createdAt, record };
}

/** Adds a record and makes it the active one, unless another than the expected one is active by now. */
export function commit(
	connection: Connection,
	{ key, active }: StoredConversationRow,
	record: CompactionRecord,
	parent: number | undefined,
	expected: number | undefined,
	nowMs: number,
): CommitOutcome {
	if (active !== expected) {
		return { kind: 'conflict' };
	}
	const stored = addRecord(connection, key, record, parent, nowMs);
	setActive(connection, key, stored.id, nowMs);
	return { kind: 'committed', record: stored };
}

/** Makes a record of the conversation, or none, the active one. */
export function setActive(
	connection: Connection,
	key: number,
	record: number | undefined,
	nowMs: number,
): void {
	checkRecord(connection, key, record);
	connection.run(
		'update @.conversation set active = ?, updated = max(updated, ?) where key = ?',
		record ?? null,
		nowMs,
		key,
	);
}

function checkRecord(connection: Connection, key: number, id: number | undefined): void {
	const sql = 'select 1 from @.record where id = ? and conversation = ?';
	if (id !== undefined && connection.get(sql, id, key) === undefined) {
		throw new StoreError('not-found', { detail: `record ${id}` });
	}
}

/**
 * Gives a fork the records that speak only of messages it shares. Ancestors in between that do not are
 * skipped; the nearest of those that led to the active one becomes active.
 */
export function copyRecords(
	connection: Connection,
	origin: StoredConversationRow,
	key: number,
	messages: number,
): void {
	const records = recordsOf(connection, origin.key);
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
			const copy = addRecord(connection, key, record, nearestCopy(parent), createdAt);
			copies.set(id, copy.id);
		}
	}
	connection.run(
		'update @.conversation set active = ? where key = ?',
		nearestCopy(origin.active) ?? null,
		key,
	);
}
