import { hasFields } from '../../../messages/json.ts';
import { listStoredSessions } from '../../building/storedSession.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
import { opensWithTable } from '../../bytes/sqlite/tables.ts';
import { databaseReader } from '../../building/databaseReader.ts';
import { Session, sessionReader, type SessionFile } from '../../building/sessionReader.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { sessionsIn } from './database.ts';
import { addEntry, addSummary } from './history.ts';

const format = { format: 'kiro-cli', label: 'Kiro CLI' } as const;

/** Whether a file begins like one of the database, or like a conversation saved out of it. */
function detect(opening: string, name: string): boolean {
	return (
		opensWithTable(opening, 'conversations_v2') ||
		(opensWithTable(opening, 'conversations') && /data\.sqlite3$/i.test(name)) ||
		isSaved(opening)
	);
}

function isSaved(opening: string): boolean {
	const start = opening.trimStart().startsWith('{') ? parseJsonStart(opening) : undefined;
	const isObject = hasFields(start);
	return isObject && 'conversation_id' in start && 'next_message' in start;
}

/** Collects a saved conversation. */
class SavedConversation extends Session {
	take({ value, position }: PlacedRecord): void {
		addEntry(this.log, value, position);
	}
}

/** The summary stands behind the history in the file, and before it in the conversation. */
async function begin(log: TranscriptLog, { source, signal }: SessionFile): Promise<Session> {
	const options = { listKeys: ['latest_summary'], signal };
	const summary: unknown[] = [];
	// What is wrong with the document is told when its history is read.
	for await (const { value } of new JsonDocument(source, new ProblemList(), options).elements()) {
		summary.push(value);
	}
	addSummary(log, summary);
	return new SavedConversation(log);
}

/**
 * The database of Kiro's command line and of Amazon Q Developer's, which it was before: the state of each
 * conversation as JSON, and what `/save` writes of one.
 *
 * Stored: `data.sqlite3` in the folder `kiro-cli` or `amazon-q` for a person's data; what is saved where a
 * person puts it.
 * Sources: the code of amazon-q-developer-cli as of April 2026, and the readers and test data of the projects
 * agentsview, peasant and superbased observer, which has a captured one of July 2026. A real one was not seen.
 */
export const kiroCli: TranscriptReader = databaseReader({
	...format,
	detect,
	list: (path, signal) => listStoredSessions(path, sessionsIn, signal),
	others: sessionReader({
		...format,
		holds: 'a conversation of Kiro CLI',
		listKeys: ['history'],
		detect: isSaved,
		begin,
	}),
});
