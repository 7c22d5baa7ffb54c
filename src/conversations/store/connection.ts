import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type * as Sqlite from 'node:sqlite';
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { makePrivateFile } from './privacy.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** A row as SQLite returns it; read it with {@link textIn} and {@link numberIn}. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** How long a statement waits for another process, milliseconds. */
const busyTimeoutMs = 5_000;

/** A checkpointed write-ahead log is truncated to this, bytes. */
const journalLimit = 16 * 1024 * 1024;

/** Page cache, KiB: speeds up merges of the full-text index; more than 16 MiB brought no gain. */
const cacheKiB = 16 * 1024;

/** Loaded lazily, so that Precis also loads in a host without the module. @throws {StoreError} */
function sqliteModule(): typeof Sqlite {
	const sqlite =
		typeof process.getBuiltinModule === 'function'
			? process.getBuiltinModule('node:sqlite')
			: undefined;
	if (sqlite === undefined) {
		throw new StoreError('no-sqlite');
	}
	return sqlite;
}

/**
 * One database of a connection to SQLite; statements name its tables `@.table`. The main database is in memory, and the
 * one on disk is attached to it: a full disk, a lock of another process or a read-only file never affects memory, and
 * one transaction can move rows between them. The other way round, a transaction in memory would wait for whichever
 * process has locked the file. All errors are {@link StoreError}s.
 */
export class Connection {
	/** The database's name in statements. */
	readonly schema: 'main' | 'kept';
	readonly #sqlite: DatabaseSync;
	readonly #begin: 'begin' | 'begin immediate';
	readonly #statements = new Map<string, StatementSync>();

	private constructor(
		sqlite: DatabaseSync,
		schema: 'main' | 'kept',
		begin: 'begin' | 'begin immediate',
	) {
		this.#sqlite = sqlite;
		this.schema = schema;
		this.#begin = begin;
	}

	/** @throws {StoreError} */
	static open(path: string, timeout = busyTimeoutMs): Connection {
		return guarded(() => {
			makePrivateFile(path);
			return new Connection(
				new (sqliteModule().DatabaseSync)(path, { timeout }),
				'main',
				'begin immediate',
			);
		});
	}

	/**
	 * Copies a database into an empty file, on another thread, after an integrity check; not if the file was removed during
	 * the check. Others can write in the meantime.
	 * @throws {StoreError} `damaged` if the check failed.
	 */
	static async backUp(path: string, to: string): Promise<void> {
		const sqlite = sqliteModule();
		const source = new sqlite.DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs });
		try {
			const names = source.prepare(
				"select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'",
			);
			for (const { name } of names.all()) {
				const [found] = source.prepare(`pragma quick_check('${String(name)}')`).all();
				if (found?.['quick_check'] !== 'ok') {
					throw new StoreError('damaged', { detail: String(found?.['quick_check']) });
				}
				await setImmediate();
			}
			if (existsSync(to)) {
				await sqlite.backup(source, to, { rate: 2 ** 31 - 1 });
			}
		} catch (error) {
			throw toStoreError(error);
		} finally {
			source.close();
		}
	}

	/** Whether a copy of a database still contains a conversation that has since been deleted. @throws {StoreError} */
	static holdsDeleted(copy: string, path: string): boolean {
		return guarded(() => {
			const sqlite = new (sqliteModule().DatabaseSync)(path, {
				readOnly: true,
				timeout: busyTimeoutMs,
			});
			try {
				sqlite.prepare('attach ? as copy').run(fileUri(copy, 'immutable=1'));
				const sql = `select 1 from copy.conversation
					where key not in (select key from main.conversation) limit 1`;
				return sqlite.prepare(sql).get() !== undefined;
			} finally {
				sqlite.close();
			}
		});
	}

	/** A database that is lost when it is closed. @throws {StoreError} */
	static inMemory(): Connection {
		return guarded(() => {
			const sqlite = new (sqliteModule().DatabaseSync)(':memory:', { timeout: busyTimeoutMs });
			// The attached database stays unlocked as long as only memory is written.
			return new Connection(sqlite, 'main', 'begin');
		});
	}

	/** Another database next to this one; closing this one closes it too. @throws {StoreError} */
	attach(path: string, access: 'write' | 'read-only'): Connection {
		return guarded(() => {
			if (access === 'write') {
				makePrivateFile(path);
			}
			this.run('attach ? as kept', access === 'write' ? path : fileUri(path, 'mode=ro'));
			return new Connection(this.#sqlite, 'kept', 'begin immediate');
		});
	}

	/**
	 * Makes every commit durable, and overwrites deleted data. `auto_vacuum` can be set before the first table only; with
	 * it, deleting frees space without copying the whole file.
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
		guarded(() => this.#sqlite.exec(this.#named(sql)));
	}

	/** @returns The row id of an insert, and how many rows changed. */
	run(sql: string, ...values: SQLInputValue[]): { readonly id: number; readonly changes: number } {
		return guarded(() => {
			const { lastInsertRowid, changes } = this.#statement(sql).run(...values);
			return { id: Number(lastInsertRowid), changes: Number(changes) };
		});
	}

	get(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return guarded(() => this.#statement(sql).get(...values));
	}

	/** The number in the first column of the only row; 0 without a row. */
	number(sql: string, ...values: SQLInputValue[]): number {
		const row = this.get(sql, ...values) ?? { none: 0 };
		return numberIn(row, Object.keys(row)[0] ?? '');
	}

	all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
		return guarded(() => this.#statement(sql).all(...values));
	}

	/**
	 * All of it or nothing, in the attached databases too. Takes a file's write lock at once: a transaction that reads
	 * first and then wants to write fails, without waiting, when another process wrote in between.
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

/** SQLite does not support hosts in URIs: a file on a Windows share needs two more slashes. */
function fileUri(path: string, parameter: string): string {
	const { host, pathname } = pathToFileURL(path);
	return `file://${host === '' ? '' : `//${host}`}${pathname}?${parameter}`;
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

/** A column that has to hold the JSON of an object with this property. */
export function parsedIn(row: Row, column: string, property: string): object {
	try {
		const value: unknown = JSON.parse(textIn(row, column));
		if (typeof value === 'object' && value !== null && property in value) {
			return value;
		}
	} catch (cause) {
		throw new StoreError('damaged', { cause, detail: `${column} is not JSON` });
	}
	throw new StoreError('damaged', { detail: `${column} has no ${property}` });
}
