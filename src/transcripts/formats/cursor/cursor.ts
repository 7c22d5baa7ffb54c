import { listStoredSessions } from '../../building/storedSession.ts';
import { opensWithTable } from '../../bytes/sqlite/tables.ts';
import { sqliteSignature } from '../../bytes/sqlite/database.ts';
import { databaseReader } from '../../building/databaseReader.ts';
import type { TranscriptReader } from '../../reader.ts';
import { sessionsIn } from './composers.ts';

/** How Cursor calls its databases, as every editor does that is made of VS Code. */
const ownName = /\.vscdb$/i;

/**
 * The database of Cursor, the editor: its composers with a row for each message.
 *
 * Stored: `state.vscdb` in `User/globalStorage` of Cursor's folder for data.
 * Sources: the descriptions and readers of the projects cursor-history, cursor-chat-browser and
 * cursor-db-mcp, and test data of others, of composers to version 18 (Cursor 3.21). A real one was not seen.
 */
export const cursor: TranscriptReader = databaseReader({
	format: 'cursor',
	label: 'Cursor',
	detect: (opening, name) =>
		opensWithTable(opening, 'cursorDiskKV') ||
		(opening.startsWith(sqliteSignature) && ownName.test(name)),
	list: (path, signal) => listStoredSessions(path, sessionsIn, signal),
});
