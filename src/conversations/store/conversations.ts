import { randomUUID } from 'node:crypto';
import {
	type Connection,
	numberIn,
	optionalNumberIn,
	optionalTextIn,
	type Row,
	textIn,
} from './connection.ts';
import {
	appendedRows,
	insertNodes,
	insertSpan,
	nodesOf,
	ownSpan,
	shareMessages,
	type StoredConversationRow,
	type Writing,
} from './nodes.ts';
import { copyRecords, insertStoredRecords } from './records.ts';
import { freshState, readState } from './state.ts';
import type {
	Beginning,
	Identity,
	NewConversation,
	StoredConversation,
	StoredNode,
} from './store.ts';
import { StoreError } from './storeError.ts';
import type { NewEntry } from './messageSchema.ts';

/** The table of conversations. What changes it runs inside a transaction of the caller's. */

/** @throws {StoreError} when it is not there. */
export function conversationRow(connection: Connection, id: string): StoredConversationRow {
	const row = connection.get(
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

/** A conversation with its state; undefined if it is not there. */
export function findConversation(
	connection: Connection,
	id: string,
): StoredConversation | undefined {
	const row = connection.get('select * from @.conversation where id = ?', id);
	return row === undefined ? undefined : toConversation(row);
}

/** Reads a row of the table. */
export function toConversation(row: Row): StoredConversation {
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

/**
 * A new conversation. If another window has already made the one with the wanted id, that one.
 * @param origin Shares its first messages, and the records that lie within them.
 */
export function createConversation(
	connection: Connection,
	{ id = randomUUID(), title, source, file, workspace }: NewConversation,
	nowMs: number,
	origin?: { readonly id: string; readonly messages: number },
): StoredConversation {
	const known = findConversation(connection, id);
	if (known !== undefined) {
		return known;
	}
	// SQLite returns UTF-8, which has no lone surrogates.
	const key = insertRow(connection, {
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
		insertSpan(connection, key, ownSpan(key, 0));
	} else {
		const from = conversationRow(connection, origin.id);
		shareMessages(connection, from, key, origin.messages);
		copyRecords(connection, from, key, origin.messages);
	}
	return findConversation(connection, id) ?? notFound();
}

function notFound(): never {
	throw new StoreError('not-found');
}

const columns = ['id', 'title', 'source', 'file', 'workspace', 'created', 'updated', 'state'];

/** @returns Its key. */
function insertRow(connection: Connection, row: Row): number {
	return connection.run(
		`insert into @.conversation (${columns.join(', ')}, messages, tokens, bytes, leaf)
		values (${columns.map(() => '?').join(', ')}, 0, 0, 0, 0)`,
		...columns.map((column) => row[column] ?? null),
	).id;
}

/** Appends at the end of a conversation's own branch. */
export function appendMessages(
	connection: Connection,
	id: string,
	entries: readonly NewEntry[],
	writing: Writing,
): readonly StoredNode[] {
	const row = conversationRow(connection, id);
	const nodes = appendedRows(connection, row, entries);
	insertNodes(connection, row, nodes, writing);
	return nodes.map(({ hash, tokens, counter, message }) => ({ hash, tokens, counter, message }));
}

/** Messages that are copied at a time. */
const copiedAtOnce = 500;

/**
 * Copies a conversation to another database, in place of the one that has its id there. Records keep their
 * ids.
 * @param named What stands for it is copied too.
 */
export function copyConversation(
	from: Connection,
	to: Connection,
	id: string,
	{ index, named }: { readonly index: Writing['index']; readonly named: boolean },
): void {
	const { key: source, messages } = conversationRow(from, id);
	const row = from.get('select * from @.conversation where key = ?', source) ?? {};
	deleteConversation(to, id);
	const key = insertRow(to, row);
	insertSpan(to, key, ownSpan(key, 0));
	for (let start = 0; start < messages; start += copiedAtOnce) {
		const end = Math.min(messages, start + copiedAtOnce);
		const nodes = nodesOf(from, source, { start, end });
		const writing = { nowMs: numberIn(row, 'updated'), index };
		insertNodes(to, conversationRow(to, id), nodes, writing);
	}
	insertStoredRecords(from, source, to, key);
	to.run('update @.conversation set active = ? where key = ?', row['active'] ?? null, key);
	if (named) {
		enterIdentities(to, identitiesOf(from, id));
	}
}

/** Forgets the messages and the records of a conversation. */
export function emptyConversation(connection: Connection, id: string): void {
	const row = connection.get('select * from @.conversation where id = ?', id) ?? {};
	deleteConversation(connection, id);
	const key = insertRow(connection, row);
	insertSpan(connection, key, ownSpan(key, 0));
}

/** Deletes a conversation, and what no other one shares. @returns Whether it was there. */
export function deleteConversation(connection: Connection, id: string): boolean {
	const row = connection.get('select key from @.conversation where id = ?', id);
	if (row === undefined) {
		return false;
	}
	const key = numberIn(row, 'key');
	const spans = connection.all('select * from @.span where conversation = ?', key);
	connection.run('update @.conversation set active = null where key = ?', key);
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

/**
 * The longest known beginning of a history. A conversation that has a message has all before it, so a few
 * look-ups are enough. Among several, one that ends there, then the newest.
 * @param source Where the conversation came from.
 * @param hashes See `StoredNode.hash`: of the first message, of the first two, and so on.
 */
export function longestBeginning(
	connection: Connection,
	source: string,
	hashes: readonly string[],
): Beginning | undefined {
	let longest: Beginning | undefined;
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
			longest = { conversation, messages: middle + 1, length };
			low = middle + 1;
		}
	}
	return longest;
}

/** The newest conversation that its client calls by this name. */
export function namedConversation(
	connection: Connection,
	source: string,
	name: string,
): StoredConversation | undefined {
	const row = connection.get(
		`select * from @.conversation
		where case when json_valid(state) then json_extract(state, '$.clientName') end = ?
		and source = ? order by updated desc, key desc limit 1`,
		name,
		source,
	);
	return row === undefined ? undefined : toConversation(row);
}

/** What stands for a conversation. */
export function identitiesOf(connection: Connection, id: string): readonly Identity[] {
	return connection
		.all('select digest from @.identity where conversation = ?', id)
		.map((row) => ({ digest: textIn(row, 'digest'), id }));
}

/** A digest that stands for an id already keeps it. Runs inside a transaction. */
export function enterIdentities(connection: Connection, identities: readonly Identity[]): void {
	for (const { digest, id } of identities) {
		connection.run(
			'insert or ignore into @.identity (digest, conversation) values (?, ?)',
			digest,
			id,
		);
	}
}

/** Nothing stands for a conversation any more. Runs inside a transaction. */
export function forgetIdentities(connection: Connection, id: string): void {
	connection.run('delete from @.identity where conversation = ?', id);
}
