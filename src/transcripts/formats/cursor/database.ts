import type { Database } from '../../bytes/sqlite/database.ts';
import { otherDatabase, tablesIn } from '../../bytes/sqlite/tables.ts';
import type { Steps } from '../../bytes/steps.ts';
import type { FoundSessions } from '../../building/storedSession.ts';
import { composersIn } from './composers.ts';
import { listedInOneRow } from './olderRows.ts';

/**
 * The conversations of a database of Cursor's, the newest first and those of sub-agents behind the
 * others.
 * @throws {TranscriptError} when the database cannot be read, is another program's, or has no conversation.
 */
export function* sessionsIn(path: string, database: Database): Steps<FoundSessions> {
	const tables = tablesIn(database);
	if (!tables.has('cursorDiskKV') && !tables.has('ItemTable')) {
		throw otherDatabase(path, 'Cursor', tables);
	}
	const composers = tables.has('cursorDiskKV')
		? yield* composersIn(database, tables)
		: { sessions: [], unreadable: 0 };
	const older = tables.has('ItemTable') ? yield* listedInOneRow(database) : [];
	return { ...composers, sessions: [...composers.sessions, ...older] };
}
