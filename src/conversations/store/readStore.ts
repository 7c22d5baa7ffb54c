import { existsSync } from 'node:fs';
import { FileLock } from './fileLock.ts';
import { filesIn } from './files.ts';
import { Home } from './home.ts';
import { preparedMemory } from './memoryStore.ts';
import { migrations, versionOf } from './schema.ts';
import { SqliteStore } from './sqliteStore.ts';
import { StoreError } from './storeError.ts';

/** What can be asked of a store that is only read. */
export type StoreReading = Pick<
	SqliteStore,
	'list' | 'find' | 'log' | 'search' | 'record' | 'recordCount' | 'size'
>;

/**
 * Reads a store that another process may have open, and lets go of it again: nothing of it is made,
 * moved to a newer form or recovered here, and nobody who writes has to wait.
 * @returns Undefined where there is no store yet.
 * @throws {StoreError} `locked` while it is recovered, `read-only` before a newer Precis has moved it.
 */
export function readStore<Result>(
	folder: string,
	work: (store: StoreReading) => Result,
): Result | undefined {
	const files = filesIn(folder);
	if (!existsSync(files.database)) {
		return undefined;
	}
	const presence = FileLock.take(files.inUse, 'shared', 0);
	if (presence === undefined) {
		throw new StoreError('locked');
	}
	const memory = preparedMemory();
	try {
		const kept = memory.attach(files.database, 'read-only');
		if (versionOf(kept) < migrations.length) {
			throw new StoreError('read-only', { detail: 'an earlier version of Precis has written it' });
		}
		const disk = { files, readOnly: 'only read' };
		return work(new SqliteStore(new Home(memory), new Home(kept, disk), { now: Date.now }));
	} finally {
		memory.close();
		presence.release();
	}
}
