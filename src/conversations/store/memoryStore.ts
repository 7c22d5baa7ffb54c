import { Connection } from './connection.ts';
import { migrate } from './schema.ts';
import { SqliteStore } from './sqliteStore.ts';

/** Conversations that are gone with the window: not to be stored, or without a disk. @param now As of {@link SqliteStore}. */
export function memoryStore(now: () => number): SqliteStore {
	const connection = Connection.inMemory();
	connection.exec('pragma foreign_keys = on; pragma auto_vacuum = incremental');
	migrate(connection);
	return new SqliteStore(connection, { now });
}
