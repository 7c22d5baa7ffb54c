import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
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

/** Asked for only here, so that a host without the module loads us. @throws {StoreError} */
function databaseClass(): typeof DatabaseSync {
	const sqlite =
		typeof process.getBuiltinModule === 'function'
			? process.getBuiltinModule('node:sqlite')
			: undefined;
	if (sqlite === undefined) {
		throw new StoreError('no-sqlite');
	}
	return sqlite.DatabaseSync;
}

/**
 * One database of a connection to SQLite; statements name its tables `@.table`. What is in memory is
 * the main one, and what is on disk attached to it: a full disk, a lock of another process or a file
 * that can only be read never reach memory, while one transaction can move rows from one to the other.
 * The other way round a transaction of memory would wait for whoever has locked the file. Damaged tables
 * on disk do reach memory: preparing a statement loads the schema of both. Memory lets go of the disk then,
 * and what is asked of the disk is `damaged` from then on. Everything it throws is a {@link StoreError}.
 */
export class Connection {
	/** What statements call the database. */
	readonly schema: 'main' | 'kept';
	readonly #sqlite: DatabaseSync;
	readonly #begin: 'begin' | 'begin immediate';
	readonly #statements = new Map<string, StatementSync>();
	/** The database beside this one. */
	#attached: Connection | undefined;
	#isDetached = false;

	private constructor(
		sqlite: DatabaseSync,
		schema: 'main' | 'kept',
		begin: 'begin' | 'begin immediate',
	) {
		this.#sqlite = sqlite;
		this.schema = schema;
		this.#begin = begin;
	}

	/** @param path A path, or a `file:` URL with SQLite's parameters. @throws {StoreError} */
	static open(path: string | URL, access: Access, timeout = busyTimeoutMs): Connection {
		return guarded(() => {
			const readOnly = access !== 'write';
			const defensive = access !== 'salvage';
			if (typeof path === 'string' && !readOnly) {
				makePrivateFile(path);
			}
			const sqlite = new (databaseClass())(path, { timeout, readOnly, defensive });
			if (access === 'salvage') {
				// Nothing is written: it is this setting that lets SQLite read a file that was cut off.
				sqlite.exec('pragma writable_schema = on');
			}
			return new Connection(sqlite, 'main', 'begin immediate');
		});
	}

	/** A database that is gone when it is closed. @throws {StoreError} */
	static inMemory(): Connection {
		return guarded(() => {
			const sqlite = new (databaseClass())(':memory:', { timeout: busyTimeoutMs });
			// What is attached stays unlocked as long as only memory is written.
			return new Connection(sqlite, 'main', 'begin');
		});
	}

	/** Another database beside this one; closing this one closes it too. @throws {StoreError} */
	attach(path: string, access: Exclude<Access, 'salvage'>): Connection {
		return guarded(() => {
			if (access === 'write') {
				makePrivateFile(path);
			}
			this.run('attach ? as kept', access === 'write' ? path : readOnlyUri(path));
			this.#attached = new Connection(this.#sqlite, 'kept', 'begin immediate');
			return this.#attached;
		});
	}

	/** Lets go of what was attached, also where its schema cannot be read. @throws {StoreError} */
	detach(): void {
		guarded(() => {
			// Without these two SQLite lets go of nothing whose schema it cannot read.
			setDefensive(this.#sqlite, false);
			this.#sqlite.exec('pragma writable_schema = on');
			try {
				this.#sqlite.exec('detach kept');
				this.#isDetached = true;
				this.#statements.clear();
			} finally {
				this.#sqlite.exec('pragma writable_schema = reset');
				setDefensive(this.#sqlite, true);
			}
		});
	}

	/**
	 * Makes every commit durable, and overwrites what is deleted. `auto_vacuum` can be set before the first table only; with it,
	 * deleting gives space back without copying the whole file.
	 */
	prepareForWriting(): void {
		this.exec(`pragma @.auto_vacuum = incremental;
			pragma @.journal_mode = wal;
			pragma @.synchronous = full;
			pragma foreign_keys = on;
			pragma @.secure_delete = on;
			pragma @.journal_size_limit = ${journalLimit};
			pragma @.cache_size = -${cacheKiB};`);
	}

	exec(sql: string): void {
		this.#reached(() => this.#sqlite.exec(this.#named(sql)));
	}

	/** @returns The row id of an insert, and how many rows changed. */
	run(sql: string, ...values: SQLInputValue[]): { readonly id: number; readonly changes: number } {
		return this.#reached(() => {
			const { lastInsertRowid, changes } = this.#statement(sql).run(...values);
			return { id: Number(lastInsertRowid), changes: Number(changes) };
		});
	}

	get(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return this.#reached(() => this.#statement(sql).get(...values));
	}

	all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
		return this.#reached(() => this.#statement(sql).all(...values));
	}

	/**
	 * All of it or nothing, in the databases beside it too. Takes the lock of a file for writing at once: a
	 * transaction that reads first and then wants to write fails, without waiting, when another process
	 * wrote in between.
	 */
	transaction<T>(work: () => T): T {
		this.exec(this.#begin);
		try {
			const result = work();
			this.exec('commit');
			return result;
		} catch (error) {
			// SQLite may have rolled back itself, on a full disk for example.
			if (this.#sqlite.isOpen && this.#sqlite.isTransaction) {
				this.exec('rollback');
			}
			throw error;
		}
	}

	close(): void {
		this.#statements.clear();
		if (this.#sqlite.isOpen) {
			guarded(() => this.#sqlite.close());
		}
	}

	/** Memory has no damage of its own: it is tried once more without what is attached. */
	#reached<T>(work: () => T): T {
		if (this.#isDetached) {
			throw new StoreError('damaged', { detail: 'its tables could not be read' });
		}
		try {
			return guarded(work);
		} catch (error) {
			if (error instanceof StoreError && error.kind === 'damaged' && this.#letsGo()) {
				return guarded(work);
			}
			throw error;
		}
	}

	/** @returns False where nothing is attached, or a transaction that has read or written it is not over. */
	#letsGo(): boolean {
		const attached = this.#attached;
		try {
			attached?.detach();
		} catch {
			return false;
		}
		this.#attached = undefined;
		return attached !== undefined;
	}

	#statement(sql: string): StatementSync {
		const known = this.#statements.get(sql);
		if (known !== undefined) {
			return known;
		}
		const made = this.#sqlite.prepare(this.#named(sql));
		this.#statements.set(sql, made);
		return made;
	}

	#named(sql: string): string {
		return sql.replaceAll('@.', `${this.schema}.`);
	}
}

/** An older `node:sqlite` has no such mode, and lets a schema be passed over anyway. */
function setDefensive(sqlite: DatabaseSync, isDefensive: boolean): void {
	if ('enableDefensive' in sqlite) {
		sqlite.enableDefensive(isDefensive);
	}
}

/** SQLite knows no hosts in URIs: a file of a share on Windows has two more slashes. */
function readOnlyUri(path: string): string {
	const { host, pathname } = pathToFileURL(path);
	return `file://${host === '' ? '' : `//${host}`}${pathname}?mode=ro`;
}

function guarded<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw toStoreError(error);
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
