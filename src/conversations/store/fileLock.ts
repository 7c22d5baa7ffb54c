import { Connection } from './connection.ts';
import { StoreError } from './storeError.ts';

/**
 * Takes a lock that the operating system releases when its process ends: an open transaction on its own empty database.
 * No timestamps are involved, so it is not lost to a slow owner or a wrong clock.
 * @param mode Any number can share a lock; an exclusive one has a single holder.
 * @param waitMs How long to wait for others.
 * @returns Holds the lock until it is closed; undefined: others hold it.
 * @throws {StoreError} when there can be no lock file.
 */
export function takeLock(
	path: string,
	mode: 'shared' | 'exclusive',
	waitMs: number,
): Connection | undefined {
	let connection: Connection | undefined;
	try {
		connection = Connection.open(path, waitMs);
		connection.exec(
			mode === 'exclusive' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema',
		);
		return connection;
	} catch (error) {
		connection?.close();
		if (error instanceof StoreError && error.kind === 'locked') {
			return undefined;
		}
		throw error;
	}
}
