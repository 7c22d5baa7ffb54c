import { Connection } from './connection.ts';
import { Home } from './home.ts';
import { migrate } from './schema.ts';
import { SqliteStore } from './sqliteStore.ts';

/** A database in memory with its tables. @throws {StoreError} `no-sqlite` */
export function preparedMemory(): Connection {
	const connection = Connection.inMemory();
	connection.exec('pragma foreign_keys = on; pragma @.auto_vacuum = incremental');
	migrate(connection);
	return connection;
}

/** Conversations that are gone with the window. @param now As of {@link SqliteStore}. */
export function memoryStore(now: () => number): SqliteStore {
	const memory = new Home(preparedMemory());
	return new SqliteStore(memory, memory, { now });
}
