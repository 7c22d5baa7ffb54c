import { recordKinds, type CompactionRecord } from '../../compaction/record.ts';
import type { Message } from '../../messages/message.ts';
import {
	type Connection,
	numberIn,
	optionalNumberIn,
	optionalTextIn,
	type Row,
	textIn,
} from './connection.ts';
import { readState } from './state.ts';
import type { StoredConversation, StoredNode, StoredRecord } from './store.ts';
import { StoreError } from './storeError.ts';

/** Rows as what they stand for. */

/** A conversation as rows refer to it. */
export interface ConversationRow {
	/** Its own branch too. */
	readonly key: number;
	/** The newest node, 0 without any. */
	readonly leaf: number;
	readonly messages: number;
	readonly active: number | undefined;
}

/** @throws {StoreError} when it is not there. */
export function conversationRow(connection: Connection, id: string): ConversationRow {
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

/** A conversation with its state; undefined where it is not there. */
export function findConversation(
	connection: Connection,
	id: string,
): StoredConversation | undefined {
	const row = connection.get('select * from @.conversation where id = ?', id);
	return row === undefined ? undefined : toConversation(row);
}

/** The same of one that has to be there. @throws {StoreError} */
export function storedConversation(connection: Connection, id: string): StoredConversation {
	const conversation = findConversation(connection, id);
	if (conversation === undefined) {
		throw new StoreError('not-found');
	}
	return conversation;
}

/** Reads a row of the table of conversations. */
export function toConversation(row: Row): StoredConversation {
	const file = optionalTextIn(row, 'file');
	const workspace = optionalTextIn(row, 'workspace');
	const active = optionalNumberIn(row, 'active');
	const { state, problem } = readState(textIn(row, 'state'));
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
		state,
		...(problem === undefined ? {} : { stateProblem: problem }),
	};
}

/** Reads a row of the table of messages. */
export function toNode(row: Row): StoredNode {
	return {
		hash: textIn(row, 'hash'),
		message: messageIn(row),
		tokens: numberIn(row, 'tokens'),
		counter: textIn(row, 'counter'),
	};
}

const roles: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** The message of a node. @throws {StoreError} when it is damaged. */
export function messageIn(row: Row): Message {
	const message = parsed(textIn(row, 'message')) as Partial<Message>;
	if (!roles.includes(message.role) || !isContent(message.content)) {
		throw new StoreError('damaged', { detail: 'a message has no role or no content' });
	}
	return message as Message;
}

function isContent(content: unknown): boolean {
	return typeof content === 'string' || (Array.isArray(content) && content.every(isObject));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}

/** What everything that reads a record relies on. */
function isRecord({ kind, layout, handoff, tokens, summary }: Partial<CompactionRecord>): boolean {
	return (
		kinds.includes(kind) &&
		isObject(layout) &&
		isObject(layout.range) &&
		Array.isArray(layout.edits) &&
		typeof handoff === 'string' &&
		isObject(tokens) &&
		isObject(summary)
	);
}

const kinds: readonly unknown[] = recordKinds;

/** Reads a row of the table of records. */
export function toRecord(row: Row): StoredRecord {
	const parent = optionalNumberIn(row, 'parent');
	const record = parsed(textIn(row, 'body')) as Partial<CompactionRecord>;
	if (!isRecord(record)) {
		throw new StoreError('damaged', { detail: 'a record has no kind, layout or summary' });
	}
	return {
		id: numberIn(row, 'id'),
		...(parent === undefined ? {} : { parent }),
		createdAt: numberIn(row, 'created'),
		record: record as CompactionRecord,
	};
}

/** JSON that we have written ourselves: an object, unless the file is damaged. */
function parsed(text: string): object {
	try {
		const value: unknown = JSON.parse(text);
		if (typeof value === 'object' && value !== null) {
			return value;
		}
	} catch (cause) {
		throw new StoreError('damaged', { cause, detail: 'a row is not JSON' });
	}
	throw new StoreError('damaged', { detail: 'a row is not an object' });
}
