import type * as Sqlite from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { unreadable } from '../../failures.ts';
import type { Steps } from '../steps.ts';
import { TranscriptError } from '../../reader.ts';
import { isMissing } from '../paths.ts';

/**
 * Reads another program's SQLite database where it lies, which may be in use. Nothing is ever written
 * to it or beside it, no lock is taken that a writer would wait for, and nothing is copied. Whether the
 * program wrote meanwhile is seen afterwards, and then it is read again.
 */

/** A row by column name. What it holds is another program's: check it. */
type DatabaseRow = Readonly<Record<string, unknown>>;

/** A database that is open for reading. */
export interface Database {
	/**
	 * The rows of a query, read as they are asked for.
	 * @throws {TranscriptError} `unreadable` where the database is damaged.
	 */
	rows(sql: string, ...values: SQLInputValue[]): IterableIterator<DatabaseRow>;
}

/** How SQLite files begin. */
export const sqliteSignature = 'SQLite format 3\0';

/** How often reading begins anew when another program wrote meanwhile. */
const attempts = 4;

/** Result codes, sqlite.org/rescode.html: primary ones, and that of a change which is to be taken back first. */
const codes = {
	busy: 5,
	locked: 6,
	readOnly: 8,
	ioError: 10,
	corrupt: 11,
	notADatabase: 26,
	interrupted: 776,
} as const;

/** The module, or undefined in a host without it. Asked for only here, so that such a host loads us. */
function builtIn(): typeof Sqlite | undefined {
	return typeof process.getBuiltinModule === 'function'
		? process.getBuiltinModule('node:sqlite')
		: undefined;
}

/**
 * Opens a database, reads from it and closes it again.
 * @param read Called again, beginning from nothing, when another program wrote meanwhile. Nothing can end
 * a query before its next row: one that is large does without sorting, and without leaving rows out.
 * @param load Gives `node:sqlite`; for tests.
 * @throws {TranscriptError} `unreadable`; the message says why and what can be done.
 */
export function* readDatabase<Result>(
	path: string,
	read: (database: Database) => Steps<Result>,
	load: () => typeof Sqlite | undefined = builtIn,
): Steps<Result> {
	const sqlite = load();
	if (sqlite === undefined) {
		throw new TranscriptError(
			'unreadable',
			`"${path}" is a SQLite database, which this version of VS Code or Node.js cannot read. ` +
				'Update it (Node.js 22.13 or newer can), or export the conversation to a file.',
		);
	}
	try {
		for (let attempt = 1; attempt <= attempts; attempt += 1) {
			const before = stateOf(path);
			const outcome = yield* attempted(readState(sqlite, path, before, read));
			if (stateOf(path).version !== before.version) {
				continue;
			}
			if (outcome.kind === 'failed') {
				throw outcome.error;
			}
			return outcome.result;
		}
	} catch (error) {
		throw explained(path, error);
	}
	throw inUse(path);
}

/** What the files of a database hold, as far as it can be told without SQLite. */
interface DatabaseState {
	/** Differs when another program changed what was committed before; appending is no change. */
	readonly version: string;
	/** What lies beside it: a write-ahead log, or the journal by which a change is taken back. */
	readonly pending: 'log' | 'journal' | undefined;
	/** Bytes there are. */
	readonly size: number;
	/** Bytes there should be, as the database itself tells; 0 when it does not. */
	readonly expectedSize: number;
}

/** Where a log begins anew its header changes; what is appended to it leaves the header as it is. */
const logHeaderBytes = 32;

const headerBytes = 100;

/** The first bytes of a file; empty when it is not there. */
function startOf(path: string, length: number): Buffer {
	let file: number;
	try {
		file = openSync(path, 'r');
	} catch (error) {
		if (isMissing(error)) {
			return Buffer.alloc(0);
		}
		throw error;
	}
	try {
		const bytes = Buffer.alloc(length);
		return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
	} finally {
		closeSync(file);
	}
}

/** Page size times pages, sqlite.org/fileformat2.html section 1.3; old programs leave the number stale. */
function expectedSizeOf(header: Buffer): number {
	if (header.length < headerBytes || header.readUInt32BE(24) !== header.readUInt32BE(92)) {
		return 0;
	}
	const written = header.readUInt16BE(16);
	const pageSize = written === 1 ? 65_536 : written;
	const isPageSize = pageSize >= 512 && (pageSize & (pageSize - 1)) === 0;
	return isPageSize ? pageSize * header.readUInt32BE(28) : 0;
}

/** Looks at a database and its companions. @throws {Error} `ENOENT` and the like. */
function stateOf(path: string): DatabaseState {
	const { size, mtimeNs, ino } = statSync(path, { bigint: true });
	const [log, journal] = ['-wal', '-journal'].map((end) => startOf(path + end, logHeaderBytes));
	const isPending = (start: Buffer | undefined): boolean => (start?.length ?? 0) > 0;
	return {
		version: [size, mtimeNs, ino, log?.toString('hex'), journal?.toString('hex')].join(' '),
		pending: isPending(log) ? 'log' : isPending(journal) ? 'journal' : undefined,
		size: Number(size),
		expectedSize: expectedSizeOf(startOf(path, headerBytes)),
	};
}

type Outcome<Result> =
	| { readonly kind: 'read'; readonly result: Result }
	| { readonly kind: 'failed'; readonly error: unknown };

function* attempted<Result>(work: Steps<Result>): Steps<Outcome<Result>> {
	try {
		return { kind: 'read', result: yield* work };
	} catch (error) {
		return { kind: 'failed', error };
	}
}

function* readState<Result>(
	sqlite: typeof Sqlite,
	path: string,
	state: DatabaseState,
	read: (database: Database) => Steps<Result>,
): Steps<Result> {
	if (state.pending === undefined && state.size < state.expectedSize) {
		throw new TranscriptError(
			'unreadable',
			`"${path}" is incomplete: ${state.size} of its ${state.expectedSize} bytes are there. ` +
				'Copy it again from where it came from.',
		);
	}
	const database = new sqlite.DatabaseSync(addressOf(path, state), { readOnly: true });
	if (state.pending === 'log') {
		// The index of the log is then kept in memory, in place of a file that all who read it share.
		database.exec('pragma locking_mode = exclusive');
	}
	return yield* withOpened(database, path, read);
}

/** With the journal of a change beside it SQLite has to see whether that change is still being made. */
function addressOf(path: string, { pending }: DatabaseState): URL {
	const url = pathToFileURL(path);
	if (pending === undefined) {
		url.searchParams.set('immutable', '1');
	} else if (pending === 'log') {
		// The file system of SQLite that takes no locks: without it even a reader changes files.
		url.searchParams.set('vfs', process.platform === 'win32' ? 'win32-none' : 'unix-none');
	}
	return url;
}

function* withOpened<Result>(
	database: Sqlite.DatabaseSync,
	path: string,
	read: (database: Database) => Steps<Result>,
): Steps<Result> {
	const statements = new Map<string, Sqlite.StatementSync>();
	const prepared = (sql: string): Sqlite.StatementSync => {
		const statement = statements.get(sql) ?? database.prepare(sql);
		statements.set(sql, statement);
		return statement;
	};
	try {
		// A schema is as untrusted as the rows: it must not call functions on reading.
		database.exec('pragma trusted_schema = off; pragma query_only = on');
		return yield* read({
			*rows(sql, ...values) {
				try {
					yield* prepared(sql).iterate(...values);
				} catch (error) {
					throw explained(path, error);
				}
			},
		});
	} finally {
		database.close();
	}
}

function inUse(path: string, cause?: unknown): TranscriptError {
	return new TranscriptError(
		'unreadable',
		`"${path}" cannot be read: another program keeps writing to it or has locked it. ` +
			'Try again, or close that program.',
		{ cause },
	);
}

/** The code of an error of SQLite. */
function codeOf(error: unknown): number | undefined {
	const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
	if (typeof code !== 'number') {
		return undefined;
	}
	return code === codes.interrupted ? code : code & 0xff;
}

function explained(path: string, error: unknown): TranscriptError {
	if (error instanceof TranscriptError) {
		return error;
	}
	const because = (why: string): TranscriptError =>
		new TranscriptError('unreadable', `"${path}" ${why}`, { cause: error });
	switch (codeOf(error)) {
		case codes.busy:
		case codes.locked:
			return inUse(path, error);
		case codes.corrupt:
			return because('is damaged: SQLite cannot read all of it. Restore it from a backup.');
		case codes.ioError:
			return because('cannot be read: the disk reported an error.');
		case codes.interrupted:
			return because(
				'was left in the middle of a change. Start and end the program that writes it, and try again.',
			);
		case codes.notADatabase:
			return because('begins like a SQLite database, but is none, or an encrypted one.');
		default:
			return unreadable(path, error);
	}
}
