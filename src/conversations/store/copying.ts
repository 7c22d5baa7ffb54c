import type { LogRange } from '../../messages/message.ts';
import { type Connection, numberIn, type Row, textIn } from './connection.ts';
import { deleteConversation } from './deleting.ts';
import { reach } from './documentRecord.ts';
import { shareMessages } from './forking.ts';
import { enterIdentities, identitiesOf } from './identities.ts';
import { insertNodes, insertSpan, nodeRows, ownSpan, type NewNode, type Writing } from './nodes.ts';
import { recordsOf } from './records.ts';
import { conversationRow, messageIn } from './rows.ts';
import { open } from './schema.ts';
import type { Identity } from './store.ts';

/** A conversation as its rows, on its way from one database to another. */
export interface ConversationRows {
	readonly conversation: Row;
	/** Those that are not {@link shared}, in order, read as they are asked for. */
	readonly nodes: Iterable<Row>;
	/** Oldest first. */
	readonly records: readonly Row[];
	readonly identities: readonly Identity[];
	/** Another conversation at the place it goes to, with the same first messages: they are shared, not copied. */
	readonly shared?: { readonly id: string; readonly messages: number };
}

/** Rows that are in memory at a time. */
const readAtOnce = 500;

/** What a conversation's row says of it, beside its log and its records. */
const about = ['id', 'title', 'source', 'file', 'workspace', 'created', 'updated', 'state'];

/** @param range Of its messages; absent: all. @throws {StoreError} when it is not there. */
export function rowsOf(
	connection: Connection,
	id: string,
	range: LogRange = { start: 0, end: open },
): ConversationRows {
	const { key, messages } = conversationRow(connection, id);
	return {
		conversation: connection.get('select * from @.conversation where key = ?', key) ?? {},
		nodes: inParts(connection, key, { ...range, end: Math.min(range.end, messages) }),
		records: connection.all('select * from @.record where conversation = ? order by id', key),
		identities: identitiesOf(connection, id),
	};
}

/**
 * Forgets what a conversation has beyond its first messages; all of it where a record speaks of more.
 * Runs inside a transaction.
 */
export function cut(connection: Connection, id: string, messages: number): void {
	const { key } = conversationRow(connection, id);
	const fits = recordsOf(connection, key).every(({ record }) => reach(record) <= messages);
	const rows = rowsOf(connection, id, { start: 0, end: fits ? messages : 0 });
	const kept = { ...rows, nodes: [...rows.nodes] };
	const bare = { ...kept, records: [], conversation: { ...kept.conversation, active: null } };
	insertRows(connection, fits ? kept : bare, undefined);
}

function* inParts(connection: Connection, key: number, range: LogRange): Generator<Row> {
	for (let { start } = range; start < range.end; start += readAtOnce) {
		yield* nodeRows(connection, key, { start, end: Math.min(range.end, start + readAtOnce) });
	}
}

/**
 * Writes a conversation as it is elsewhere, in place of the one that has its id; its records keep
 * their ids. Runs inside a transaction.
 */
export function insertRows(
	connection: Connection,
	{ conversation, nodes, records, identities, shared }: ConversationRows,
	index: Writing['index'],
): void {
	const id = textIn(conversation, 'id');
	deleteConversation(connection, id);
	const { id: key } = connection.run(
		`insert into @.conversation (${about.join(', ')}, messages, tokens, bytes, leaf)
		values (${about.map(() => '?').join(', ')}, 0, 0, 0, 0)`,
		...about.map((column) => conversation[column] ?? null),
	);
	if (shared === undefined) {
		insertSpan(connection, key, ownSpan(key, 0));
	} else {
		shareMessages(connection, conversationRow(connection, shared.id), key, shared.messages);
	}
	const nowMs = numberIn(conversation, 'updated');
	insertNodes(connection, conversationRow(connection, id), newNodes(nodes), { nowMs, index });
	for (const { id, parent = null, created = null, body = null } of records) {
		connection.run(
			'insert into @.record (id, conversation, parent, created, body) values (?, ?, ?, ?, ?)',
			id ?? null,
			key,
			parent,
			created,
			body,
		);
	}
	connection.run(
		'update @.conversation set active = ? where key = ?',
		conversation['active'] ?? null,
		key,
	);
	enterIdentities(connection, identities);
}

function* newNodes(rows: Iterable<Row>): Generator<NewNode> {
	for (const row of rows) {
		yield {
			hash: textIn(row, 'hash'),
			tokens: numberIn(row, 'tokens'),
			counter: textIn(row, 'counter'),
			json: textIn(row, 'message'),
			read: () => messageIn(row),
		};
	}
}
