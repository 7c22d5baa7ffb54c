import type * as Sqlite from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { stateOf, withCopy, type DatabaseState } from './files.ts';
import { unreadable } from '../../failures.ts';
import type { Steps } from '../steps.ts';
import { TranscriptError } from '../../reader.ts';

/**
 * Reads another program's SQLite database, which may be in use. Nothing is ever written beside it:
 * even a reader makes SQLite create or change the `-wal` and `-shm` files of a database with a
 * write-ahead log. Where there is such a log, a private copy is read; all others are opened as
 * immutable, so that SQLite neither locks nor writes.
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

/** Primary result codes, sqlite.org/rescode.html. */
const codes = { busy: 5, locked: 6, ioError: 10, corrupt: 11, full: 13, notADatabase: 26 } as const;

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
	if (state.pending.length > 0) {
		return yield* withCopy(path, state, (copy) => {
			// The copy is ours: SQLite may work in what was pending.
			return withOpened(new sqlite.DatabaseSync(copy), path, read);
		});
	}
	if (state.size < state.expectedSize) {
		throw new TranscriptError(
			'unreadable',
			`"${path}" is incomplete: ${state.size} of its ${state.expectedSize} bytes are there. ` +
				'Copy it again from where it came from.',
		);
	}
	const url = pathToFileURL(path);
	url.searchParams.set('immutable', '1');
	return yield* withOpened(new sqlite.DatabaseSync(url, { readOnly: true }), path, read);
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

/** The primary code of an error of SQLite. */
function codeOf(error: unknown): number | undefined {
	const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
	return typeof code === 'number' ? code & 0xff : undefined;
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
		case codes.full:
			return because('is in use, and the disk has no room for the copy to read from.');
		case codes.notADatabase:
			return because('begins like a SQLite database, but is none, or an encrypted one.');
		default:
			return unreadable(path, error);
	}
}
