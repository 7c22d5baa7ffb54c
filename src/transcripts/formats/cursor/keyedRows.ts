import type { Steps } from '../../bytes/steps.ts';
import type { Database } from '../../bytes/sqlite/database.ts';
import { isLookedUp, jsonOf } from '../../bytes/sqlite/tables.ts';

/** Tables of keys and values, as VS Code and the editors made of it keep their state in. */
type KeyedTable = 'cursorDiskKV' | 'ItemTable';

/** A row by its key. */
interface KeyedRow {
	readonly key: string;
	/** The row's number. */
	readonly place: number;
}

/**
 * A table of keys and values. It may have lost its index: then all rows are gone through, one step each,
 * for nothing can end a query that looks for the next row that fits.
 */
export class KeyedRows {
	readonly #database: Database;
	readonly #table: KeyedTable;
	readonly #columns: string;

	constructor(database: Database, table: KeyedTable) {
		this.#database = database;
		this.#table = table;
		this.#columns = `select rowid as place, key from ${table}`;
	}

	/** The rows whose keys begin with some words. @param prefix Ends with a colon. */
	*beginningWith(prefix: string): Steps<readonly KeyedRow[]> {
		const from = `${this.#columns} where key >= ?`;
		const end = `${prefix.slice(0, -1)};`;
		const rows = isLookedUp(this.#database, from)
			? this.#database.rows(`${from} and key < ?`, prefix, end)
			: this.#database.rows(this.#columns);
		const found: KeyedRow[] = [];
		for (const { key, place } of rows) {
			if (typeof key === 'string' && key.startsWith(prefix)) {
				found.push({ key, place: Number(place) });
			}
			yield;
		}
		return found;
	}

	/** The JSON of a key; undefined where it is not there, or none. */
	*of(wanted: string): Steps<unknown> {
		const sql = `${this.#columns} where key = ?`;
		const rows = isLookedUp(this.#database, sql)
			? this.#database.rows(sql, wanted)
			: this.#database.rows(this.#columns);
		let found: number | undefined;
		for (const { key, place } of rows) {
			found = key === wanted ? Number(place) : found;
			yield;
		}
		return found === undefined ? undefined : this.at(found);
	}

	/** The JSON of a row; undefined where it is not there, or none. */
	at(place: number): unknown {
		const [row] = this.#database.rows(`select value from ${this.#table} where rowid = ?`, place);
		return jsonOf(row?.['value']);
	}
}
