import type * as Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { makePrivateFile } from './privacy.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** A row as SQLite gives it; read it with {@link textIn} and {@link numberIn}. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** How long a statement waits for another process, milliseconds. */
const busyTimeoutMs = 5_000;

/** A checkpointed write-ahead log is cut down to this, bytes. */
const journalLimit = 16 * 1024 * 1024;

/** Page cache, KiB: merges of the full-text index profit, beyond 16 MiB nothing was gained. */
const cacheKiB = 16 * 1024;

/** How a database is opened; `salvage` reads on where a damaged one would stop. */
export type Access = 'write' | 'read-only' | 'salvage';

/** The module, or undefined in a host without it. Asked for only here, so that such a host loads us. */
function loadSqlite(): typeof Sqlite | undefined {
	return typeof process.getBuiltinModule === 'function'
		? process.getBuiltinModule('node:sqlite')
		: undefined;
}

/** One open database. Everything it throws is a {@link StoreError}. */
export class Connection {
	readonly #database: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();

	private constructor(database: DatabaseSync) {
		this.#database = database;
	}

	/** @param path A path, or a `file:` URL with SQLite's parameters. @throws {StoreError} */
	static open(path: string | URL, access: Access, timeout = busyTimeoutMs): Connection {
		return Connection.#made(({ DatabaseSync }) => {
			const readOnly = access !== 'write';
			const defensive = access !== 'salvage';
			if (typeof path === 'string' && !readOnly) {
				makePrivateFile(path);
			}
			const database = new DatabaseSync(path, { timeout, readOnly, defensive });
			if (access === 'salvage') {
				// Nothing is written: it is this setting that lets SQLite read a file that was cut off.
				database.exec('pragma writable_schema = on');
			}
			return database;
		});
	}

	/** A database that is gone when it is closed. @throws {StoreError} */
	static inMemory(): Connection {
		return Connection.#made(({ DatabaseSync }) => new DatabaseSync(':memory:'));
	}

	static #made(make: (sqlite: typeof Sqlite) => DatabaseSync): Connection {
		const sqlite = loadSqlite();
		if (sqlite === undefined) {
			throw new StoreError('no-sqlite');
		}
		try {
			return new Connection(make(sqlite));
		} catch (error) {
			throw toStoreError(error);
		}
	}

	/**
	 * Makes every commit durable, and overwrites what is deleted. `auto_vacuum` can be set before the first table only; with it,
	 * deleting gives space back without copying the whole file.
	 */
	prepareForWriting(): void {
		this.exec(`pragma auto_vacuum = incremental;
			pragma journal_mode = wal;
			pragma synchronous = full;
			pragma foreign_keys = on;
			pragma secure_delete = on;
			pragma journal_size_limit = ${journalLimit};
			pragma cache_size = -${cacheKiB};`);
	}

	exec(sql: string): void {
		this.#guarded(() => this.#database.exec(sql));
	}

	/** @returns The row id of an insert, and how many rows changed. */
	run(sql: string, ...values: SQLInputValue[]): { readonly id: number; readonly changes: number } {
		return this.#guarded(() => {
			const { lastInsertRowid, changes } = this.#statement(sql).run(...values);
			return { id: Number(lastInsertRowid), changes: Number(changes) };
		});
	}

	get(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return this.#guarded(() => this.#statement(sql).get(...values));
	}

	all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
		return this.#guarded(() => this.#statement(sql).all(...values));
	}

	/**
	 * All of it or nothing. Takes the lock for writing at once: a transaction that reads first and
	 * then wants to write fails, without waiting, when another process wrote in between.
	 */
	transaction<T>(work: () => T): T {
		this.exec('begin immediate');
		try {
			const result = work();
			this.exec('commit');
			return result;
		} catch (error) {
			// SQLite may have rolled back itself, on a full disk for example.
			if (this.#database.isOpen && this.#database.isTransaction) {
				this.exec('rollback');
			}
			throw error;
		}
	}

	close(): void {
		this.#statements.clear();
		if (this.#database.isOpen) {
			this.#guarded(() => this.#database.close());
		}
	}

	#statement(sql: string): StatementSync {
		const known = this.#statements.get(sql);
		if (known !== undefined) {
			return known;
		}
		const made = this.#database.prepare(sql);
		this.#statements.set(sql, made);
		return made;
	}

	#guarded<T>(work: () => T): T {
		try {
			return work();
		} catch (error) {
			throw toStoreError(error);
		}
	}
}

/** A column that has to hold text. */
export function textIn(row: Row, column: string): string {
	const value = row[column];
	if (typeof value !== 'string') {
		throw new StoreError('damaged', { detail: `${column} is not text` });
	}
	return value;
}

/** A column that has to hold a number. */
export function numberIn(row: Row, column: string): number {
	const value = row[column];
	if (typeof value !== 'number') {
		throw new StoreError('damaged', { detail: `${column} is not a number` });
	}
	return value;
}

/** A column that may be empty. */
export function optionalTextIn(row: Row, column: string): string | undefined {
	return row[column] === null ? undefined : textIn(row, column);
}

/** A column that may be empty. */
export function optionalNumberIn(row: Row, column: string): number | undefined {
	return row[column] === null ? undefined : numberIn(row, column);
}
