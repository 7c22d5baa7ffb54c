import { Connection } from './connection.ts';
import { StoreError } from './storeError.ts';

/**
 * A lock that the operating system releases when its process ends: an open transaction on its own empty database. No
 * timestamps are involved, so it is not lost to a slow owner or a wrong clock.
 */
export class FileLock {
	readonly #connection: Connection;

	private constructor(connection: Connection) {
		this.#connection = connection;
	}

	/**
	 * @param mode Any number can share a lock; an exclusive one has a single holder.
	 * @param waitMs How long to wait for others.
	 * @returns Undefined when others hold it. @throws {StoreError} when there can be no lock file.
	 */
	static take(path: string, mode: 'shared' | 'exclusive', waitMs: number): FileLock | undefined {
		let connection: Connection | undefined;
		try {
			connection = Connection.open(path, waitMs);
			connection.exec(
				mode === 'exclusive' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema',
			);
			return new FileLock(connection);
		} catch (error) {
			connection?.close();
			if (error instanceof StoreError && error.kind === 'locked') {
				return undefined;
			}
			throw error;
		}
	}

	release(): void {
		this.#connection.close();
	}
}
