import type { Database } from '../../bytes/sqlite/database.ts';
import { jsonOf, otherDatabase, tablesIn } from '../../bytes/sqlite/tables.ts';
import type { Steps } from '../../bytes/steps.ts';
import type { FoundSession, FoundSessions } from '../../building/storedSession.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { addEntry, addSummary, addUser, savedState } from './history.ts';

/** The tables of conversations, each with the columns it has: the key is the folder. */
const tables = {
	conversations_v2: 'key, conversation_id, updated_at, value',
	conversations: 'key, key as conversation_id, 0 as updated_at, value',
} as const;

type Table = keyof typeof tables;

/** Entries of a history that are looked at for the person's first words. */
const lookedAt = 3;

/**
 * The conversations of a database of Kiro's or Amazon Q's command line, the newest first.
 * @throws {TranscriptError} when the database cannot be read, is another program's, or has no conversation.
 */
export function* sessionsIn(path: string, database: Database): Steps<FoundSessions> {
	const names = tablesIn(database);
	const there = (Object.keys(tables) as Table[]).filter((table) => names.has(table));
	if (there.length === 0) {
		throw otherDatabase(path, 'Kiro or Amazon Q', names);
	}
	const sessions: FoundSession[] = [];
	let unreadable = 0;
	for (const table of there) {
		for (const row of database.rows(`select rowid as place, ${tables[table]} from ${table}`)) {
			const state = savedState(jsonOf(row['value']));
			if (state === undefined) {
				unreadable += 1;
			} else if (state.history.length > 0) {
				sessions.push({
					id: String(row['conversation_id']),
					title: titleOf(state.history),
					folder: String(row['key']),
					modified: Number(row['updated_at']) || 0,
					fill: (from, log) => fill(from, log, table, Number(row['place'])),
				});
			}
			yield;
		}
	}
	return { sessions, unreadable };
}

/** What the person said first. */
function titleOf(history: readonly unknown[]): string {
	const log = new TranscriptLog();
	for (const [index, value] of history.slice(0, lookedAt).entries()) {
		addEntry(log, value, index + 1);
	}
	return log.conversation().title;
}

function* fill(database: Database, log: TranscriptLog, table: Table, place: number): Steps<void> {
	const [row] = database.rows(`select value from ${table} where rowid = ?`, place);
	const state = savedState(jsonOf(row?.['value']));
	addSummary(log, state?.latest_summary);
	for (const [index, value] of (state?.history ?? []).entries()) {
		addEntry(log, value, index + 1);
		yield;
	}
	if (typeof state?.next_message === 'object' && state.next_message !== null) {
		addUser(log, state.next_message, state.history.length + 1);
	}
}
