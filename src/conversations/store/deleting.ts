import { type Connection, numberIn, textIn } from './connection.ts';
import type { Weighed } from './retention.ts';

/** Taking conversations out, and giving their space back. */

/**
 * Deletes a conversation, and what no other one shares. Runs inside a transaction.
 * @returns Whether it was there.
 */
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
		const where = [
			numberIn(span, 'branch'),
			numberIn(span, 'first'),
			numberIn(span, 'last'),
		] as const;
		connection.run(`delete from @.words where rowid in (${unshared})`, ...where);
		connection.run(`delete from @.node where id in (${unshared})`, ...where);
	}
	return true;
}

/** What each conversation adds to the size. */
export function weighedIn(connection: Connection): readonly Weighed[] {
	return connection.all('select id, updated, bytes from @.conversation').map((row) => ({
		id: textIn(row, 'id'),
		updatedAt: numberIn(row, 'updated'),
		bytes: numberIn(row, 'bytes'),
	}));
}

/** Deletes everything. Runs inside a transaction. */
export function deleteEverything(connection: Connection): void {
	connection.exec(`update @.conversation set active = null;
		delete from @.record;
		delete from @.span;
		delete from @.conversation;
		delete from @.node;
		delete from @.spending;
		delete from @.identity;
		insert into @.words (words) values ('delete-all');`);
}

/**
 * Writes the file anew, which leaves out whatever an earlier version deleted without overwriting it.
 * Cheap once everything is deleted.
 */
export function rewrite(connection: Connection): void {
	connection.exec(`vacuum ${connection.schema}`);
	connection.exec('pragma @.wal_checkpoint(truncate)');
}

/** Bytes of the file; the write-ahead log beside it comes and goes. */
export function fileBytes(connection: Connection): number {
	return pragma(connection, 'page_count') * pragma(connection, 'page_size');
}

/** Bytes of pages that hold something. */
export function usedBytes(connection: Connection): number {
	return fileBytes(connection) - freePages(connection) * pragma(connection, 'page_size');
}

function freePages(connection: Connection): number {
	return pragma(connection, 'freelist_count');
}

function pragma(connection: Connection, name: string): number {
	return numberIn(connection.get(`pragma @.${name}`) ?? {}, name);
}

/** Takes what was deleted out of the index, overwrites it, and makes the file smaller. */
export function giveBack(connection: Connection): void {
	optimiseIndex(connection);
	for (let free = freePages(connection), before = Infinity; free > 0 && free < before; ) {
		connection.exec(`pragma @.incremental_vacuum(${freedAtOnce})`);
		before = free;
		free = freePages(connection);
	}
	connection.exec('pragma @.wal_checkpoint(truncate)');
}

/** Pages of the index that are merged in one transaction: other windows can write in between. */
const mergedAtOnce = 2_000;

/** Pages that are given back in one transaction. */
const freedAtOnce = 5_000;

/** Writes the index anew without what was deleted. */
function optimiseIndex(connection: Connection): void {
	const merge = (pages: number): number => {
		const before = totalChanges(connection);
		connection.run("insert into @.words (words, rank) values ('merge', ?)", pages);
		return totalChanges(connection) - before;
	};
	// Negative: all of it and not only what the index would merge by itself. Below 2: it is done.
	for (let changes = merge(-mergedAtOnce); changes >= 2; ) {
		changes = merge(mergedAtOnce);
	}
}

function totalChanges(connection: Connection): number {
	return numberIn(connection.get('select total_changes() as changes') ?? {}, 'changes');
}
