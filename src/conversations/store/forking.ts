import { type Connection, numberIn } from './connection.ts';
import { checkPrefix, inheritedRecords } from './inheritance.ts';
import { insertOnce } from './inserting.ts';
import { insertSpan, ownSpan } from './nodes.ts';
import { insertRecord, recordsOf } from './records.ts';
import { conversationRow, type ConversationRow } from './rows.ts';
import type { NewConversation, StoredConversation } from './store.ts';

/**
 * Another conversation with the same first messages, which are shared and not copied, and the records
 * that lie within them; the nearest of those that led to the active one becomes active. Where another
 * window has made it already, that one. Runs inside a transaction of the caller's.
 */
export function insertFork(
	connection: Connection,
	id: string,
	messages: number,
	conversation: NewConversation,
	nowMs: number,
): StoredConversation {
	return insertOnce(connection, conversation, nowMs, (key) => {
		const origin = conversationRow(connection, id);
		checkPrefix(messages, origin.messages);
		shareMessages(connection, origin, key, messages);
		copyRecords(connection, origin, key, messages);
	});
}

/** Gives a new, empty conversation the first messages of another. Runs inside a transaction of the caller's. */
export function shareMessages(
	connection: Connection,
	origin: ConversationRow,
	key: number,
	messages: number,
): void {
	for (const row of connection.all(
		'select branch, first, last from @.span where conversation = ? and first <= ? order by first',
		origin.key,
		messages,
	)) {
		insertSpan(connection, key, {
			branch: numberIn(row, 'branch'),
			first: numberIn(row, 'first'),
			last: Math.min(numberIn(row, 'last'), messages),
		});
	}
	insertSpan(connection, key, ownSpan(key, messages));
	connection.run(
		`update @.conversation set messages = ?,
		leaf = coalesce((select n.id from @.span s join @.node n on n.branch = s.branch
			and n.number between s.first and s.last
			where s.conversation = conversation.key and n.number = ?), 0),
		tokens = (select coalesce(sum(n.tokens), 0) from @.span s join @.node n on n.branch = s.branch
			and n.number between s.first and s.last where s.conversation = conversation.key)
		where key = ?`,
		messages,
		messages,
		key,
	);
}

/** Gives a fork the records that lie within the messages it shares. */
function copyRecords(
	connection: Connection,
	origin: ConversationRow,
	key: number,
	messages: number,
): void {
	const { records, active } = inheritedRecords(
		recordsOf(connection, origin.key),
		origin.active,
		messages,
	);
	const copies = new Map<number, number>();
	for (const { id, parent, createdAt, record } of records) {
		const copiedParent = parent === undefined ? undefined : copies.get(parent);
		copies.set(id, insertRecord(connection, key, { parent: copiedParent, createdAt, record }));
	}
	connection.run(
		'update @.conversation set active = ? where key = ?',
		(active === undefined ? undefined : copies.get(active)) ?? null,
		key,
	);
}
