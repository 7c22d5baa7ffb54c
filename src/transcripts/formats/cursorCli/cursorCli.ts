import { databaseReader } from '../../building/databaseReader.ts';
import { opensWithTable } from '../../bytes/sqlite/tables.ts';
import type { TranscriptReader } from '../../reader.ts';
import { chatOf } from './store.ts';

/**
 * The store of a chat with Cursor's agent on the command line: messages by the hash of their content,
 * and a list of those that the model is told.
 *
 * Stored: `~/.cursor/chats/<hash of the folder>/<chat>/store.db`.
 * Sources: the readers and test data of the projects cursor-history, tape, agent-sessions and superbased
 * observer, of versions up to August 2026. A real one was not seen.
 */
export const cursorCli: TranscriptReader = databaseReader({
	format: 'cursor-cli',
	label: 'Cursor CLI',
	detect: (opening) => opensWithTable(opening, 'blobs') && opensWithTable(opening, 'meta'),
	list: chatOf,
});
