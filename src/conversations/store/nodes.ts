import type { LogRange, Message } from '../../messages/message.ts';
import { allIdentifierParts, indexedText, searchableText } from '../search/indexedText.ts';
import { chained, emptyChain } from './chain.ts';
import { type Connection, numberIn, parsedIn, type Row, textIn } from './connection.ts';
import { open } from './schema.ts';
import type { StoredNode } from './store.ts';
import type { NewEntry } from './messageSchema.ts';

/** Messages and the index of their words. What changes them runs inside a transaction of the caller's. */

/** A conversation as rows refer to it. */
export interface StoredConversationRow {
	/** Its own branch too. */
	readonly key: number;
	/** The newest node, 0 without any. */
	readonly leaf: number;
	readonly messages: number;
	readonly active: number | undefined;
}

/** How messages are written. */
export interface Writing {
	readonly nowMs: number;
	/** Absent: later, see {@link indexMissing}. */
	readonly index?: typeof indexMessage | undefined;
}

/** Messages as they will stand at the end of a conversation. */
export function appendedRows(
	connection: Connection,
	{ leaf }: StoredConversationRow,
	entries: readonly NewEntry[],
): readonly StoredNode[] {
	const row = connection.get('select hash from @.node where id = ?', leaf);
	let hash = row === undefined ? emptyChain : textIn(row, 'hash');
	return entries.map((entry) => {
		hash = chained(hash, entry.message);
		return { hash, ...entry };
	});
}

/** Writes messages at the end of a conversation's own branch and brings its row up to date. */
export function insertNodes(
	connection: Connection,
	{ key, leaf, messages }: StoredConversationRow,
	nodes: readonly StoredNode[],
	{ nowMs, index }: Writing,
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
		index?.(connection, id, key, message);
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

/** The word that all messages of a branch have in the index. */
export function scopeWord(branch: number): string {
	return `b${branch}`;
}

/** Makes the words of a message searchable. */
export function indexMessage(
	connection: Connection,
	id: number,
	branch: number,
	message: Message,
): void {
	const text = searchableText(message);
	connection.run(
		'insert into @.words (rowid, text, parts, scope) values (?, ?, ?, ?)',
		id,
		indexedText(text),
		allIdentifierParts(text),
		scopeWord(branch),
	);
}

/** Messages that are read at a time to be indexed. */
const indexedAtOnce = 500;

/** Indexes the messages that were written without. @returns False if there are none. */
export function indexMissing(connection: Connection): boolean {
	const newest = connection.get('select rowid as id from @.words order by rowid desc limit 1');
	const rows = connection.all(
		'select id, branch, message from @.node where id > ? order by id limit ?',
		newest === undefined ? 0 : numberIn(newest, 'id'),
		indexedAtOnce,
	);
	for (const row of rows) {
		indexMessage(connection, numberIn(row, 'id'), numberIn(row, 'branch'), messageIn(row));
	}
	return rows.length > 0;
}

/** A piece of a log: numbers `first` to `last` of a branch. */
export interface NodeRange {
	readonly branch: number;
	readonly first: number;
	readonly last: number;
}

/** Adds a piece of a branch to a conversation's line of messages. */
export function insertSpan(connection: Connection, key: number, span: NodeRange): void {
	connection.run(
		'insert into @.span (conversation, branch, first, last) values (?, ?, ?, ?)',
		key,
		span.branch,
		span.first,
		span.last,
	);
}

/** The span of a conversation's own messages, after those it shares. */
export function ownSpan(key: number, shared: number): NodeRange {
	return { branch: key, first: shared + 1, last: open };
}

/** Gives a new, empty conversation the first messages of another. @throws {RangeError} */
export function shareMessages(
	connection: Connection,
	origin: StoredConversationRow,
	key: number,
	messages: number,
): void {
	if (!Number.isInteger(messages) || messages < 0 || messages > origin.messages) {
		throw new RangeError(`A fork at message ${messages} of ${origin.messages}`);
	}
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

/** The messages of a log, or of a range of it, in order. */
export function nodesOf(
	connection: Connection,
	key: number,
	range: LogRange = { start: 0, end: open },
): readonly StoredNode[] {
	return nodeRows(connection, key, range, 'n.hash, n.tokens, n.counter, n.message').map((row) => ({
		hash: textIn(row, 'hash'),
		message: messageIn(row),
		tokens: numberIn(row, 'tokens'),
		counter: textIn(row, 'counter'),
	}));
}

/** Tokens of the messages of a range of a log, in order. */
export function tokensOfNodes(
	connection: Connection,
	key: number,
	range: LogRange,
): readonly number[] {
	return nodeRows(connection, key, range, 'n.tokens').map((row) => numberIn(row, 'tokens'));
}

function nodeRows(
	connection: Connection,
	key: number,
	{ start, end }: LogRange,
	columns: string,
): readonly Row[] {
	return connection.all(
		`select ${columns} from @.span s
		join @.node n on n.branch = s.branch and n.number between max(s.first, ?) and min(s.last, ?)
		where s.conversation = ? order by s.first, n.number`,
		start + 1,
		Math.min(end, open),
		key,
	);
}

/** The message of a row, as it was written here. @throws {StoreError} if it is damaged. */
export function messageIn(row: Row): Message {
	return parsedIn(row, 'message', 'role') as Message;
}
