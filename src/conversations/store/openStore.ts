import { accessSync, constants, existsSync } from 'node:fs';
import {
	describeRecovery,
	needsBackup,
	restoreBackup,
	type DatabaseReplacement,
} from './backup.ts';
import type { Connection } from './connection.ts';
import { StoreDatabase } from './database.ts';
import { takeLock } from './fileLock.ts';
import { filesIn, type StoreFiles } from './files.ts';
import { makePrivateFolder } from './privacy.ts';
import { migrate, migrations, versionOf } from './schema.ts';
import { SqliteStore, type StoreOptions } from './sqliteStore.ts';
import { StoreError, type StoreFailure, toStoreError } from './storeError.ts';

/** Result of opening. It always contains a usable store. */
export type OpenedStore =
	| { readonly kind: 'opened'; readonly store: SqliteStore }
	/** Written by a newer version of Precis. */
	| { readonly kind: 'read-only'; readonly store: SqliteStore; readonly message: string }
	/** Nothing is stored on disk. */
	| {
			readonly kind: 'memory';
			readonly store: SqliteStore;
			readonly reason: StoreFailure;
			readonly message: string;
	  }
	/** The database was damaged and is set aside; the store is its backup, or empty. */
	| {
			readonly kind: 'recovered';
			readonly store: SqliteStore;
			readonly recovery: DatabaseReplacement;
			readonly message: string;
	  };

/** How long another window may take to open or migrate the store, milliseconds. */
const openingTimeoutMs = 30_000;

const newerVersion =
	'A newer version of Precis has written the stored conversations. They can be read here, but not changed; update Precis to continue them.';

/**
 * Opens the store in a folder, which is created if it is missing. Never throws because of a disk or another process:
 * then conversations are kept in memory and the reason is returned.
 * @throws {StoreError} `no-sqlite`: without it there is no memory store either.
 * @param options.waitMs How long to wait for another process that opens the store.
 */
export function openStore(
	folder: string,
	options: StoreOptions & { readonly waitMs?: number },
): OpenedStore {
	const files = filesIn(folder);
	try {
		makeFolder(folder);
		const waitMs = options.waitMs ?? openingTimeoutMs;
		const opening = takeLock(files.opening, 'exclusive', waitMs);
		if (opening === undefined) {
			throw new StoreError('locked');
		}
		try {
			return openLocked(files, options);
		} finally {
			opening.close();
		}
	} catch (error) {
		if (!(error instanceof StoreError) || error.kind === 'no-sqlite') {
			throw error;
		}
		return {
			kind: 'memory',
			store: memoryStore(options.now),
			reason: error.kind,
			message: `Conversations are kept only in memory and will be lost when this window closes. ${error.message}`,
		};
	}
}

/** A store whose conversations are lost when the window closes. */
export function memoryStore(now: () => number): SqliteStore {
	const memory = StoreDatabase.inMemory();
	return new SqliteStore(memory, memory, { now });
}

/**
 * Reads a store that another process may have open, and closes it again: nothing is created, migrated or recovered, and
 * no writer has to wait.
 * @returns Undefined if there is no store yet.
 * @throws {StoreError} `locked` while its backup is put in place, `read-only` before it was migrated.
 */
export function readStore<Result>(
	folder: string,
	work: (store: SqliteStore) => Result,
): Result | undefined {
	const files = filesIn(folder);
	if (!existsSync(files.database)) {
		return undefined;
	}
	const presence = takeLock(files.inUse, 'shared', 0);
	if (presence === undefined) {
		throw new StoreError('locked');
	}
	const memory = StoreDatabase.inMemory();
	try {
		const kept = memory.connection.attach(files.database, 'read-only');
		if (versionOf(kept) < migrations.length) {
			throw new StoreError('read-only', { detail: 'an earlier version of Precis has written it' });
		}
		const disk = { files, readOnly: 'only read' };
		return work(new SqliteStore(memory, new StoreDatabase(kept, disk), { now: Date.now }));
	} finally {
		memory.connection.close();
		presence.close();
	}
}

function makeFolder(folder: string): void {
	try {
		makePrivateFolder(folder);
		accessSync(folder, constants.W_OK);
	} catch (error) {
		throw toStoreError(error);
	}
}

function openLocked(files: StoreFiles, options: StoreOptions): OpenedStore {
	let recovery: DatabaseReplacement | undefined;
	for (;;) {
		if (needsBackup(files)) {
			recovery = { ...recovery, ...restoreAlone(files, options.now()) };
		}
		try {
			const opened = openSound(files, options);
			return recovery === undefined
				? opened
				: { ...opened, kind: 'recovered', recovery, message: describeRecovery(recovery) };
		} catch (error) {
			const isDamaged = error instanceof StoreError && error.kind === 'damaged';
			// The backup may be damaged too; a new store replaces it.
			if (!isDamaged || (recovery !== undefined && recovery.backupAt === undefined)) {
				throw error;
			}
			recovery = restoreAlone(files, options.now());
		}
	}
}

/** Files are moved only while no process has them open: it would continue to write to the old ones. */
function restoreAlone(files: StoreFiles, nowMs: number): DatabaseReplacement {
	const alone = takeLock(files.inUse, 'exclusive', 0);
	if (alone === undefined) {
		throw new StoreError('damaged', { detail: 'another window still has them open' });
	}
	try {
		return restoreBackup(files, nowMs);
	} finally {
		alone.close();
	}
}

function openSound(files: StoreFiles, options: StoreOptions): OpenedStore {
	const presence = takeLock(files.inUse, 'shared', 0);
	const memory = StoreDatabase.inMemory();
	try {
		const kept = memory.connection.attach(files.database, 'write');
		const isNewer = versionOf(kept) > migrations.length;
		if (!isNewer) {
			kept.prepareForWriting();
			migrate(kept);
			checkDurability(kept);
		}
		const database = new StoreDatabase(kept, {
			files,
			readOnly: isNewer ? newerVersion : undefined,
		});
		const store = new SqliteStore(memory, database, options, presence);
		// Reads the tables once, so that damage is found now.
		store.list();
		store.search({ text: 'precis', limit: 1 });
		return isNewer
			? { kind: 'read-only', store, message: newerVersion }
			: { kind: 'opened', store };
	} catch (error) {
		memory.connection.close();
		presence?.close();
		throw error;
	}
}

/** A file system without shared memory would silently use another journal mode. */
function checkDurability(connection: Connection): void {
	const mode = connection.get('pragma @.journal_mode')?.['journal_mode'];
	const synchronous = connection.number('pragma @.synchronous');
	if (mode !== 'wal' || synchronous !== 2) {
		throw new StoreError('io', { detail: `journal ${String(mode)}, synchronous ${synchronous}` });
	}
}
