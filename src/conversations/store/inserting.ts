import { randomUUID } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { ConversationDocument } from './document.ts';
import { appendNodes, insertSpan, ownSpan, type Writing } from './nodes.ts';
import { insertRecord } from './records.ts';
import { conversationRow, findConversation, storedConversation } from './rows.ts';
import { freshState } from './state.ts';
import type { NewConversation, StoredConversation } from './store.ts';

/** New conversations. All of it runs inside a transaction of the caller's. */

/** The texts of a conversation as SQLite gives them back: UTF-8 has no lone surrogates. */
function wellFormed(conversation: NewConversation): NewConversation {
	const { id, title, source, file, workspace } = conversation;
	return {
		...(id === undefined ? {} : { id }),
		title: title.toWellFormed(),
		source: source.toWellFormed(),
		...(file === undefined ? {} : { file: file.toWellFormed() }),
		...(workspace === undefined ? {} : { workspace: workspace.toWellFormed() }),
	};
}

/** A conversation without messages; its spans are the caller's. */
function insertConversation(
	connection: Connection,
	conversation: NewConversation,
	createdAt: number,
	state = freshState,
): { readonly id: string; readonly key: number } {
	const { id = randomUUID(), title, source, file, workspace } = wellFormed(conversation);
	const { id: key } = connection.run(
		`insert into @.conversation (id, title, source, file, workspace, created, updated,
		messages, tokens, bytes, leaf, state) values (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)`,
		id,
		title,
		source,
		file ?? null,
		workspace ?? null,
		createdAt,
		createdAt,
		JSON.stringify(state),
	);
	return { id, key };
}

/**
 * A new conversation; where another window has made the one that has the wanted id already, that one.
 * @param fill Gives it its spans, and what else it begins with.
 */
export function insertOnce(
	connection: Connection,
	conversation: NewConversation,
	createdAt: number,
	fill: (key: number) => void,
): StoredConversation {
	const { id: wanted } = conversation;
	const known = wanted === undefined ? undefined : findConversation(connection, wanted);
	if (known !== undefined) {
		return known;
	}
	const { id, key } = insertConversation(connection, conversation, createdAt);
	fill(key);
	return storedConversation(connection, id);
}

/** A whole conversation. @param wanted Its id; absent: a new one. @returns Its id. */
export function insertDocument(
	connection: Connection,
	document: ConversationDocument,
	wanted: string | undefined,
	index: Writing['index'],
): string {
	const { createdAt, updatedAt, state, messages, records, active } = document;
	const about = wanted === undefined ? document : { ...document, id: wanted };
	const { id, key } = insertConversation(connection, about, createdAt, state);
	insertSpan(connection, key, ownSpan(key, 0));
	const writing = { nowMs: createdAt, index };
	appendNodes(connection, conversationRow(connection, id), messages, writing);
	const ids: number[] = [];
	for (const { parent, createdAt, record } of records) {
		const known = parent === undefined ? undefined : ids[parent - 1];
		ids.push(insertRecord(connection, key, { parent: known, createdAt, record }));
	}
	connection.run(
		'update @.conversation set active = ?, updated = ? where key = ?',
		(active === undefined ? undefined : ids[active - 1]) ?? null,
		updatedAt,
		key,
	);
	return id;
}
