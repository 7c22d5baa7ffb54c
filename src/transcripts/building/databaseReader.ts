import { walkableJson } from '../../messages/json.ts';
import { readStart } from '../bytes/content.ts';
import { readDatabase, sqliteSignature, type Database } from '../bytes/sqlite/database.ts';
import { ProblemList } from '../problems.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptConversation,
	type TranscriptReader,
} from '../reader.ts';
import { TranscriptLog } from './transcriptLog.ts';

/** A session in a database. */
export interface DatabaseSession {
	readonly id: string;
	readonly title: string;
	/** Of the project; empty: not recorded. */
	readonly folder: string;
	/** When it was last written, milliseconds since the epoch; 0: not recorded. */
	readonly modified: number;
	/** The title of the session that started it as a sub-agent, which may be empty. */
	readonly parent?: string | undefined;
	/** Reads its messages from the database into a log. */
	readonly fill: (database: Database, log: TranscriptLog) => Promise<void>;
}

/** The sessions that a database lists. */
export interface DatabaseSessions {
	readonly sessions: readonly DatabaseSession[];
	/** Number of conversations whose data cannot be read. */
	readonly unreadable: number;
	/** A sentence about sessions that were left out. */
	readonly note?: string | undefined;
}

/** A format whose files are databases of many sessions. */
interface DatabaseFormat extends Pick<TranscriptReader, 'format' | 'label' | 'detect'> {
	/** The programs that write these databases, for error messages. */
	readonly programs: string;
	/** Tables that every such database has. */
	readonly requiredTables: readonly string[];
	readonly list: (database: Database, tables: ReadonlySet<string>) => Promise<DatabaseSessions>;
	/** Reads files of the format that are not databases. */
	readonly fileReader?: Pick<TranscriptReader, 'read'>;
}

/** A reader of databases, which are read in place. */
export function databaseReader(format: DatabaseFormat): TranscriptReader {
	const { format: name, label, detect, fileReader } = format;
	return {
		format: name,
		label,
		detect,
		async read(source, signal) {
			const start = await readStart(source, signal, sqliteSignature.length);
			if (fileReader !== undefined && start !== sqliteSignature) {
				return fileReader.read(source, signal);
			}
			if (source.path === undefined) {
				throw new TranscriptError(
					'unreadable',
					`"${source.name}" is a database: it can only be read from a file on disk.`,
				);
			}
			return databaseTranscript(source.path, format, signal);
		},
	};
}

/** @throws {TranscriptError} when the database cannot be read, is another program's, or has no conversation. */
async function databaseTranscript(
	path: string,
	{ format, programs, requiredTables, list }: DatabaseFormat,
	signal: AbortSignal | undefined,
): Promise<Transcript> {
	const read = async (database: Database): Promise<DatabaseSessions> => {
		const tables = new Set<string>();
		const sql = "select name from sqlite_schema where type = 'table' order by name";
		for await (const { name } of database.rows(sql)) {
			tables.add(String(name));
		}
		if (requiredTables.some((table) => !tables.has(table))) {
			const what = `"${path}" is a SQLite database, but not one of ${programs}.`;
			throw new TranscriptError('unknown-format', what);
		}
		return list(database, tables);
	};
	const { sessions, unreadable, note } = await readDatabase(path, read, signal);
	const problems = new ProblemList();
	if (unreadable > 0) {
		problems.add(1, `${unreadable} conversations without readable data were left out.`);
	}
	if (note !== undefined) {
		problems.add(1, note);
	}
	const [problem] = problems.toArray();
	if (sessions.length === 0) {
		throw new TranscriptError(
			problem === undefined ? 'empty' : 'unreadable',
			`"${path}" contains no conversation that can be read. ${problem?.message ?? ''}`.trim(),
		);
	}
	// The newest first, sub-agents after all others.
	const listed = sessions.toSorted(
		(a, b) =>
			Number(a.parent !== undefined) - Number(b.parent !== undefined) ||
			b.modified - a.modified ||
			(a.id < b.id ? 1 : -1),
	);
	return {
		format,
		conversations: listed.map((session) => storedConversation(path, session)),
		problems: problems.toArray(),
	};
}

/** A session that is loaded on demand: a database has hundreds. */
function storedConversation(
	path: string,
	{ id, title, folder, modified, parent, fill }: DatabaseSession,
): TranscriptConversation {
	const isSubAgent = parent !== undefined;
	const kind = parent ? `sub-agent of “${parent}”` : isSubAgent ? 'sub-agent' : '';
	let isLoaded = false;
	const conversation: TranscriptConversation = {
		id,
		title,
		about: [kind, folder, dayOf(modified)].filter(Boolean).join(' · '),
		folder,
		modified,
		isSubAgent,
		messages: [],
		async load(signal) {
			if (isLoaded) {
				return;
			}
			const log = await readDatabase(path, (database) => logOf(database, fill), signal);
			const { messages, earlier = [], usage } = log.conversation();
			const problems = log.problems.toArray();
			if (messages.length === 0) {
				throw new TranscriptError(
					'unreadable',
					`No message of ${id} in "${path}" can be read. ` +
						(problems[0]?.message ?? 'It contains no messages.'),
				);
			}
			Object.assign(conversation, { messages, earlier, usage, problems });
			isLoaded = true;
		},
	};
	return conversation;
}

async function logOf(database: Database, fill: DatabaseSession['fill']): Promise<TranscriptLog> {
	const log = new TranscriptLog();
	try {
		await fill(database, log);
	} catch (error) {
		if (!(error instanceof TranscriptError)) {
			throw error;
		}
		log.problems.add(1, `${error.message} What comes before the damage was read.`);
	}
	return log;
}

/** A day as `2026-01-31`, from milliseconds; empty if they are not a valid time. */
function dayOf(milliseconds: number): string {
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) || milliseconds <= 0 ? '' : date.toISOString().slice(0, 10);
}

/** The JSON of a column, which programs store as text or as bytes; undefined if it is invalid. */
export function jsonOf(column: unknown): unknown {
	const text = column instanceof Uint8Array ? Buffer.from(column).toString('utf8') : column;
	return typeof text === 'string' ? walkableJson(text) : undefined;
}
