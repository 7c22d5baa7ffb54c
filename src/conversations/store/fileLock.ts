import { Connection } from './connection.ts';
import { StoreError } from './storeError.ts';

/**
 * A lock that the operating system takes back when its process dies: an open transaction on an empty
 * database of its own. No time is involved, so neither a slow owner nor a wrong clock loses it.
 */
export class FileLock {
	readonly #connection: Connection;

	private constructor(connection: Connection) {
		this.#connection = connection;
	}

	/**
	 * @param mode Any number can share; one alone is exclusive.
	 * @param waitMs How long to wait for others.
	 * @returns Undefined when others have it. @throws {StoreError} when there can be no lock file.
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
