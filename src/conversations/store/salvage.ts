import { type Connection, numberIn, type Row, textIn } from './connection.ts';
import { enterComputedIds, enterIdentities } from './identities.ts';
import { adoptOrphans, mend, spansOfBranch } from './mending.ts';
import { indexMessage, insertSpan } from './nodes.ts';
import { readableRows } from './readableRows.ts';
import { messageIn, toConversation, toNode, toRecord } from './rows.ts';
import { open } from './schema.ts';
import { StoreError } from './storeError.ts';

/** How much of a damaged database was copied. */
export interface Copied {
	readonly conversations: number;
	readonly messages: number;
	/** Messages that are known to have been there. */
	readonly lost: number;
}

const columns = {
	conversation: [
		'id',
		'title',
		'source',
		'file',
		'workspace',
		'created',
		'updated',
		'messages',
		'tokens',
		'bytes',
		'leaf',
		'active',
		'state',
	],
	node: ['parent', 'branch', 'number', 'tokens', 'counter', 'hash', 'message'],
	record: ['conversation', 'parent', 'created', 'body'],
} as const;

/** Copies every row that can be read, under its old ids, and closes the gaps. */
export function copyReadable(source: Connection, target: Connection, nowMs: number): Copied {
	// Rows come in any order, and some that they refer to may be missing for good.
	target.exec('pragma foreign_keys = off');
	copy(source, target, 'conversation', 'key', toConversation);
	const messages = copy(source, target, 'node', 'id', toNode, (row) => {
		indexMessage(target, numberIn(row, 'id'), numberIn(row, 'branch'), messageIn(row));
	});
	copy(source, target, 'record', 'id', toRecord);
	target.transaction(() => {
		copySpans(source, target);
		copyIdentities(source, target);
		adoptOrphans(target, nowMs);
	});
	const keys = target.all('select key from conversation').map((row) => numberIn(row, 'key'));
	let lost = 0;
	for (const key of keys) {
		lost += target.transaction(() => mend(target, key));
	}
	target.exec('pragma foreign_keys = on');
	return { conversations: keys.length, messages, lost };
}

/** Rows of one transaction. */
const batch = 1_000;

/**
 * @param read Throws for a row that cannot be what it should be; then it is left out.
 * @param stored Called for each row that was copied.
 * @returns Rows that were copied.
 */
function copy(
	source: Connection,
	target: Connection,
	table: keyof typeof columns,
	key: string,
	read: (row: Row) => unknown,
	stored: (row: Row) => void = () => {},
): number {
	const names = [key, ...columns[table]];
	const insert = `insert or ignore into ${table} (${names.join(', ')})
		values (${names.map(() => '?').join(', ')})`;
	const rows = readableRows(source, table, key, columns[table].join(', '));
	let copied = 0;
	const copyBatch = (): boolean => {
		for (let count = 0; count < batch; count += 1) {
			const next = rows.next();
			if (next.done === true) {
				return false;
			}
			const row = next.value;
			if (
				isSound(() => read(row)) &&
				target.run(insert, ...names.map((name) => row[name] ?? null)).changes > 0
			) {
				stored(row);
				copied += 1;
			}
		}
		return true;
	};
	while (target.transaction(copyBatch)) {
		// Until the last one.
	}
	return copied;
}

function copySpans(source: Connection, target: Connection): void {
	for (const conversation of target.all('select key from conversation')) {
		const key = numberIn(conversation, 'key');
		let rows: readonly Row[] = [];
		isSound(() => {
			rows = source.all('select branch, first, last from span where conversation = ?', key);
		});
		const spans = rows.map((row) => ({
			branch: numberIn(row, 'branch'),
			first: numberIn(row, 'first'),
			last: numberIn(row, 'last'),
		}));
		for (const span of spans.length > 0 ? spans : spansOfBranch(target, key, open)) {
			insertSpan(target, key, span);
		}
	}
}

/** An earlier version had none: then ids tell. */
function copyIdentities(source: Connection, target: Connection): void {
	isSound(() => {
		const rows = source.all('select digest, conversation from identity');
		enterIdentities(
			target,
			rows.map((row) => ({ digest: textIn(row, 'digest'), id: textIn(row, 'conversation') })),
		);
	});
	enterComputedIds(target);
}

function isSound(use: () => unknown): boolean {
	try {
		use();
		return true;
	} catch (error) {
		if (error instanceof StoreError && (error.kind === 'damaged' || error.kind === 'io')) {
			return false;
		}
		throw error;
	}
}
