import { stat } from 'node:fs/promises';
import type * as Sqlite from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { unreadable } from '../../failures.ts';
import { TranscriptError } from '../../reader.ts';
import { bytesOf } from '../fileSource.ts';
import { isMissing } from '../paths.ts';
import { pacer } from '../steps.ts';

/**
 * Reads another program's SQLite database in place, while it may be in use. Never writes to it or next to it, takes no
 * lock that a writer would wait for, and copies nothing. If the program wrote in the meantime, Precis reads again.
 */

/** A database that is open for reading. */
export interface Database {
	/**
	 * The rows of a query by column name, read on demand, yielding to other work in between. They come from another
	 * program: validate them.
	 * @throws {TranscriptError} `unreadable` if the database is damaged.
	 */
	rows(
		sql: string,
		...values: SQLInputValue[]
	): AsyncIterableIterator<Readonly<Record<string, unknown>>>;
}

/** The first bytes of SQLite files. */
export const sqliteSignature = 'SQLite format 3\0';

/** How many times to try to read the database while another program keeps writing to it. */
const maxAttempts = 4;

/**
 * Opens a database, reads from it and closes it again.
 * @param read Called again, from the start, when another program wrote in the meantime. SQLite queries cannot be
 * interrupted between rows: large ones must neither sort nor skip rows.
 * @throws {TranscriptError} `unreadable`; the message states the reason and what can be done. Or the signal's reason.
 */
export async function readDatabase<Result>(
	path: string,
	read: (database: Database) => Promise<Result>,
	signal: AbortSignal | undefined,
): Promise<Result> {
	signal?.throwIfAborted();
	// Precis must also load in a host without the module.
	const sqlite: typeof Sqlite | undefined = process.getBuiltinModule?.('node:sqlite');
	if (sqlite === undefined) {
		throw new TranscriptError(
			'unreadable',
			`"${path}" is a SQLite database, which this version of VS Code or Node.js cannot read. ` +
				'Update it (Node.js 22.13 or newer can), or export the conversation to a file.',
		);
	}
	try {
		for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
			const before = await stateOf(path);
			const outcome = await readOnce(sqlite, path, before, read, signal).then(
				(result) => ({ result }),
				(error: unknown) => ({ error }),
			);
			signal?.throwIfAborted();
			if ((await stateOf(path)).version !== before.version) {
				continue;
			}
			if ('error' in outcome) {
				throw outcome.error;
			}
			return outcome.result;
		}
	} catch (error) {
		signal?.throwIfAborted();
		throw toTranscriptError(path, error);
	}
	throw new TranscriptError('unreadable', `"${path}" ${inUse}`);
}

/** The state of a database's files, as far as it is visible without SQLite. */
interface DatabaseState {
	/** Changes when another program modified committed data; appending does not count. */
	readonly version: string;
	/** The file next to it: a write-ahead log, or the journal for rolling back a change. */
	readonly pending: 'log' | 'journal' | undefined;
}

/** The header of a log changes when the log is restarted, but not when something is appended. */
const logHeaderBytes = 32;

/** The header of a log or journal; empty if there is none. */
async function headerOf(path: string): Promise<string> {
	try {
		return (await bytesOf(path, logHeaderBytes)).toString('hex');
	} catch (error) {
		if (isMissing(error)) {
			return '';
		}
		throw error;
	}
}

/** Examines a database and its companion files. @throws {Error} `ENOENT` and the like. */
async function stateOf(path: string): Promise<DatabaseState> {
	const { size, mtimeNs, ino } = await stat(path, { bigint: true });
	const log = await headerOf(`${path}-wal`);
	const journal = await headerOf(`${path}-journal`);
	return {
		version: [size, mtimeNs, ino, log, journal].join(' '),
		pending: log === '' ? (journal === '' ? undefined : 'journal') : 'log',
	};
}

async function readOnce<Result>(
	sqlite: typeof Sqlite,
	path: string,
	{ pending }: DatabaseState,
	read: (database: Database) => Promise<Result>,
	signal: AbortSignal | undefined,
): Promise<Result> {
	const url = pathToFileURL(path);
	// If there is a journal of a change, SQLite has to check whether that change is still in progress.
	if (pending === undefined) {
		url.searchParams.set('immutable', '1');
	} else if (pending === 'log') {
		// SQLite's file system without locks: otherwise even a reader changes files.
		url.searchParams.set('vfs', process.platform === 'win32' ? 'win32-none' : 'unix-none');
	}
	const database = new sqlite.DatabaseSync(url, { readOnly: true });
	try {
		if (pending === 'log') {
			// The index of the log is then kept in memory, instead of in a file that all readers share.
			database.exec('pragma locking_mode = exclusive');
		}
		// A schema is as untrusted as the rows: it must not call functions on reading.
		database.exec('pragma trusted_schema = off; pragma query_only = on');
		const statements = new Map<string, Sqlite.StatementSync>();
		const pace = pacer(signal);
		return await read({
			async *rows(sql, ...values) {
				try {
					const statement = statements.get(sql) ?? database.prepare(sql);
					statements.set(sql, statement);
					for (const row of statement.iterate(...values)) {
						yield row;
						await pace();
					}
				} catch (error) {
					signal?.throwIfAborted();
					throw toTranscriptError(path, error);
				}
			},
		});
	} finally {
		database.close();
	}
}

const inUse =
	'cannot be read: another program keeps writing to it or has locked it. Try again, or close that program.';

/** What SQLite's result codes mean to a user, sqlite.org/rescode.html. */
const causes: Readonly<Record<number, string>> = {
	5: inUse,
	6: inUse,
	10: 'cannot be read: the disk reported an error.',
	11: 'is damaged: SQLite cannot read all of it. Restore it from a backup.',
	26: 'is not a valid SQLite database, or is encrypted.',
	776: 'was left in the middle of a change. Start and end the program that writes it, and try again.',
};

function toTranscriptError(path: string, error: unknown): TranscriptError {
	if (error instanceof TranscriptError) {
		return error;
	}
	const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
	const cause = causes[code] ?? causes[code & 0xff];
	return cause === undefined
		? unreadable(path, error)
		: new TranscriptError('unreadable', `"${path}" ${cause}`, { cause: error });
}
