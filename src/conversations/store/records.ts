import { randomInt } from 'node:crypto';
import type { CompactionRecord } from '../../compaction/record.ts';
import { numberIn, type Connection } from './connection.ts';
import { type ConversationRow, toRecord } from './rows.ts';
import type { CommitOutcome, StoredRecord } from './store.ts';
import { StoreError } from './storeError.ts';

/** All records of a conversation, oldest first. */
export function recordsOf(connection: Connection, key: number): readonly StoredRecord[] {
	return connection
		.all('select * from @.record where conversation = ? order by id', key)
		.map(toRecord);
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

/** @returns The new record's id. */
export function insertRecord(
	connection: Connection,
	key: number,
	{
		parent,
		createdAt,
		record,
	}: {
		readonly parent: number | undefined;
		readonly createdAt: number;
		readonly record: CompactionRecord;
	},
): number {
	const id = newRecordId(connection, key);
	connection.run(
		'insert into @.record (id, conversation, parent, created, body) values (?, ?, ?, ?, ?)',
		id,
		key,
		parent ?? null,
		createdAt,
		JSON.stringify(record),
	);
	return id;
}

/** Adds a record under a parent that has to be the conversation's. */
export function addRecord(
	connection: Connection,
	{ key }: ConversationRow,
	record: CompactionRecord,
	parent: number | undefined,
	createdAt: number,
): StoredRecord {
	checkRecord(connection, key, parent);
	const id = insertRecord(connection, key, { parent, createdAt, record });
	return { id, ...(parent === undefined ? {} : { parent }), createdAt, record };
}

/** Adds a record and makes it the active one, unless another one is by now than was expected. */
export function commit(
	connection: Connection,
	row: ConversationRow,
	record: CompactionRecord,
	parent: number | undefined,
	expected: number | undefined,
	nowMs: number,
): CommitOutcome {
	if (row.active !== expected) {
		return { kind: 'conflict' };
	}
	const stored = addRecord(connection, row, record, parent, nowMs);
	setActive(connection, row, stored.id, nowMs);
	return { kind: 'committed', record: stored };
}

/** Makes a record of the conversation, or none, the active one. */
export function setActive(
	connection: Connection,
	{ key }: ConversationRow,
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
	if (
		id !== undefined &&
		connection.get('select 1 from @.record where id = ? and conversation = ?', id, key) ===
			undefined
	) {
		throw new StoreError('not-found', { detail: `record ${id}` });
	}
}
