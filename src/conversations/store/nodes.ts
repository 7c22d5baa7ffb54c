import type { LogRange, Message } from '../../messages/message.ts';
import { chained, emptyChain } from './chain.ts';
import { type Connection, numberIn, type Row, textIn } from './connection.ts';
import { type ConversationRow, messageIn, toNode } from './rows.ts';
import { open } from './schema.ts';
import { allIdentifierParts, indexedText, searchableText } from './search/indexedText.ts';
import { scopeWord } from './search/sqliteSearch.ts';
import type { StoredNode } from './store.ts';
import type { NewEntry } from './messageSchema.ts';

/** Nodes and the index of their words. All of it runs inside a transaction of the caller's. */

/** A message as it is written. */
export interface NewNode {
	readonly hash: string;
	readonly tokens: number;
	readonly counter: string;
	/** {@link read}, as JSON. */
	readonly json: string;
	readonly read: () => Message;
}

/** How a message is written. */
export interface Writing {
	readonly nowMs: number;
	/** Absent: not now, see {@link indexMissing}. */
	readonly index?: typeof indexMessage | undefined;
}

/** Appends at the end of a conversation's own branch and brings its row up to date. */
export function appendNodes(
	connection: Connection,
	row: ConversationRow,
	entries: readonly NewEntry[],
	writing: Writing,
): readonly StoredNode[] {
	let hash = hashOf(connection, row.leaf);
	const nodes = entries.map((entry) => {
		hash = chained(hash, entry.message);
		return { hash, ...entry };
	});
	const written = nodes.map(({ message, ...node }) => ({
		...node,
		json: JSON.stringify(message),
		read: () => message,
	}));
	insertNodes(connection, row, written, writing);
	return nodes;
}

/** Writes what has its hashes already. */
export function insertNodes(
	connection: Connection,
	{ key, leaf, messages }: ConversationRow,
	nodes: Iterable<NewNode>,
	{ nowMs, index }: Writing,
): void {
	let parent = leaf;
	let number = messages;
	let tokens = 0;
	let bytes = 0;
	for (const { hash, counter, json, read, ...node } of nodes) {
		number += 1;
		const { id } = connection.run(
			`insert into @.node (parent, branch, number, tokens, counter, hash, message)
			values (?, ?, ?, ?, ?, ?, ?)`,
			parent,
			key,
			number,
			node.tokens,
			counter,
			hash,
			json,
		);
		index?.(connection, id, key, read());
		parent = id;
		tokens += node.tokens;
		bytes += Buffer.byteLength(json);
	}
	connection.run(
		`update @.conversation set messages = ?, tokens = tokens + ?, bytes = bytes + ?, leaf = ?,
		updated = max(updated, ?) where key = ?`,
		number,
		tokens,
		bytes,
		parent,
		nowMs,
		key,
	);
}

function hashOf(connection: Connection, node: number): string {
	const row = connection.get('select hash from @.node where id = ?', node);
	return row === undefined ? emptyChain : textIn(row, 'hash');
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

/** Messages that are indexed before the next are read. */
const indexedAtOnce = 500;

/** Whether something was written without being indexed. */
export function isAnyMissing(connection: Connection): boolean {
	const newest = 'select rowid from @.words order by rowid desc limit 1';
	const sql = `select 1 from @.node where id > coalesce((${newest}), 0) limit 1`;
	return connection.get(sql) !== undefined;
}

/** Indexes what was written without. */
export function indexMissing(connection: Connection): void {
	const row = connection.get('select rowid as id from @.words order by rowid desc limit 1');
	let newest = row === undefined ? 0 : numberIn(row, 'id');
	for (let rows: readonly Row[] | undefined; rows?.length !== 0; ) {
		rows = connection.all(
			'select id, branch, message from @.node where id > ? order by id limit ?',
			newest,
			indexedAtOnce,
		);
		for (const row of rows) {
			newest = numberIn(row, 'id');
			indexMessage(connection, newest, numberIn(row, 'branch'), messageIn(row));
		}
	}
}

/** A piece of a log: numbers `first` to `last` of a branch. */
export interface Span {
	readonly branch: number;
	readonly first: number;
	readonly last: number;
}

/** Adds a piece of a branch to a conversation's line of messages. */
export function insertSpan(connection: Connection, key: number, span: Span): void {
	connection.run(
		'insert into @.span (conversation, branch, first, last) values (?, ?, ?, ?)',
		key,
		span.branch,
		span.first,
		span.last,
	);
}

/** The span a conversation's own messages go into, after those it shares. */
export function ownSpan(key: number, shared: number): Span {
	return { branch: key, first: shared + 1, last: open };
}

/** The nodes of a log, or of a range of it, in order. */
export function nodesOf(
	connection: Connection,
	key: number,
	range: LogRange = { start: 0, end: open },
): readonly StoredNode[] {
	return nodeRows(connection, key, range, nodeColumns).map(toNode);
}

/** Tokens of the messages of a range of a log, in order. */
export function tokensOfNodes(
	connection: Connection,
	key: number,
	range: LogRange,
): readonly number[] {
	return nodeRows(connection, key, range, 'n.tokens').map((row) => numberIn(row, 'tokens'));
}

const nodeColumns = 'n.hash, n.tokens, n.counter, n.message';

/** The rows of a range of a log, in order. */
export function nodeRows(
	connection: Connection,
	key: number,
	{ start, end }: LogRange,
	columns: typeof nodeColumns | 'n.tokens' = nodeColumns,
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
