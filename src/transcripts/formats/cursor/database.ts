import { readDatabase, type Database } from '../../bytes/sqlite/database.ts';
import { otherDatabase, tablesIn } from '../../bytes/sqlite/tables.ts';
import { inSlices, type Steps } from '../../bytes/steps.ts';
import {
	inListOrder,
	StoredSession,
	withoutSessions,
	type FoundSession,
} from '../../building/storedSession.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript } from '../../reader.ts';
import { composersIn } from './composers.ts';
import { listedInOneRow } from './olderRows.ts';

/**
 * The conversations of a database of Cursor's, the newest first and those of sub-agents behind the
 * others.
 * @throws {TranscriptError} when the database cannot be read, is another program's, or has no conversation.
 */
export async function listConversations(
	path: string,
	signal?: AbortSignal,
): Promise<Pick<Transcript, 'conversations' | 'problems'>> {
	const { sessions, unreadable } = await inSlices(
		readDatabase(path, (database) => sessionsIn(path, database)),
		signal,
	);
	const problems = new ProblemList();
	if (unreadable > 0) {
		problems.add(1, `${unreadable} conversations without readable data were left out.`);
	}
	if (sessions.length === 0) {
		throw withoutSessions(path, problems);
	}
	return {
		conversations: inListOrder(sessions).map((session) => new StoredSession(path, session)),
		problems: problems.toArray(),
	};
}

/** What the rows of a database came to. */
interface FoundSessions {
	readonly sessions: readonly FoundSession[];
	readonly unreadable: number;
}

function* sessionsIn(path: string, database: Database): Steps<FoundSessions> {
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
