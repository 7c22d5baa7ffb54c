import { parsedJson } from '../../../messages/json.ts';
import { isNestedTooDeeply } from '../../../messages/nesting.ts';
import { TranscriptError } from '../../reader.ts';
import { decoded } from '../content.ts';
import { sqliteSignature, type Database } from './database.ts';

/** How many tables a message names of a database that is another program's. */
const tablesNamed = 6;

/** The tables of a database. */
export function tablesIn(database: Database): ReadonlySet<string> {
	const schema = database.rows("select name from sqlite_schema where type = 'table' order by name");
	return new Set(Array.from(schema, ({ name }) => String(name)));
}

/** The error for a database that another program wrote. @param whose The programs it was read for. */
export function otherDatabase(
	path: string,
	whose: string,
	tables: ReadonlySet<string>,
): TranscriptError {
	const names = [...tables];
	const shown = names.slice(0, tablesNamed).map((name) => name.slice(0, 40));
	const listed = [...shown, ...(names.length > tablesNamed ? ['…'] : [])].join(', ');
	const found = names.length === 0 ? 'it has no tables' : `its tables are ${listed}`;
	return new TranscriptError(
		'unknown-format',
		`"${path}" is a SQLite database, but not one of ${whose}: ${found}.`,
	);
}

/**
 * Whether a file begins like a database with a table of this name. The names of tables stand in the
 * first pages, unless all of a database is in its write-ahead log still.
 */
export function opensWithTable(opening: string, table: string): boolean {
	return (
		opening.startsWith(sqliteSignature) &&
		new RegExp(String.raw`CREATE TABLE ["'\[\x60]?${table}\b`).test(opening)
	);
}

/** The JSON of a column, which programs keep as text or as bytes; undefined where it is none. */
export function jsonOf(column: unknown): unknown {
	const text = column instanceof Uint8Array ? decoded(Buffer.from(column)).text : column;
	const value = typeof text === 'string' ? parsedJson(text) : undefined;
	return isNestedTooDeeply(value) ? undefined : value;
}
