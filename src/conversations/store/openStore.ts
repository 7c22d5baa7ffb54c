import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { type Connection, numberIn } from './connection.ts';
import { FileLock } from './fileLock.ts';
import { filesIn, ownEntries, type StoreFiles } from './files.ts';
import { makePrivateFolder, tighten } from './privacy.ts';
import { finishRecovery, recover, type Recovery } from './recovery.ts';
import { migrate, migrations, versionOf } from './schema.ts';
import { Home } from './home.ts';
import type { StoreOptions } from './homes.ts';
import { preparedMemory } from './memoryStore.ts';
import { SqliteStore } from './sqliteStore.ts';
import { StoreError, type StoreFailure, toStoreError } from './storeError.ts';

/** What came of opening. There is always a store to work with. */
export type OpenedStore =
	| { readonly kind: 'opened'; readonly store: SqliteStore }
	/** Whole, but not the newest: what was not moved into the database yet has been removed. */
	| {
			readonly kind: 'log-missing';
			readonly store: SqliteStore;
			readonly message: string;
	  }
	/** A newer Precis has written it. */
	| { readonly kind: 'read-only'; readonly store: SqliteStore; readonly message: string }
	/** Nothing is kept on disk. */
	| {
			readonly kind: 'memory';
			readonly store: SqliteStore;
			readonly reason: StoreFailure;
			readonly message: string;
	  }
	/** The database was damaged and is set aside; the store has what could be read. */
	| {
			readonly kind: 'recovered';
			readonly store: SqliteStore;
			readonly recovery: Recovery;
			readonly message: string;
	  };

/** How long another window may take to open, migrate or recover the store, milliseconds. */
const openingTimeoutMs = 30_000;

const newerVersion =
	'A newer version of Precis has written the stored conversations. They can be read here, but not changed; update Precis to continue them.';

/**
 * Opens the store in a folder, which is made when it is missing. Never throws for what a disk or
 * another process can do: then conversations are kept in memory and the reason is told.
 * @throws {StoreError} `no-sqlite`: without it there is no memory either.
 * @param options.waitMs How long to wait for another process that opens or recovers the store.
 */
export function openStore(
	folder: string,
	options: StoreOptions & { readonly waitMs?: number },
): OpenedStore {
	const files = filesIn(folder);
	const memory = new Home(preparedMemory());
	try {
		makeFolder(folder);
		const waitMs = options.waitMs ?? openingTimeoutMs;
		const opening = FileLock.take(files.opening, 'exclusive', waitMs);
		if (opening === undefined) {
			throw new StoreError('locked');
		}
		try {
			return openLocked(memory, files, options);
		} finally {
			opening.release();
		}
	} catch (error) {
		if (!(error instanceof StoreError) || error.kind === 'no-sqlite') {
			throw error;
		}
		return {
			kind: 'memory',
			store: new SqliteStore(memory, memory, options),
			reason: error.kind,
			message: `Conversations are kept only in memory and will be lost when this window closes. ${error.message}`,
		};
	}
}

function makeFolder(folder: string): void {
	try {
		makePrivateFolder(folder);
		tighten(ownEntries(folder));
		accessSync(folder, constants.W_OK);
	} catch (error) {
		throw toStoreError(error);
	}
}

function openLocked(memory: Home, files: StoreFiles, options: StoreOptions): OpenedStore {
	const { now } = options;
	if (existsSync(files.recovered)) {
		withoutOthers(files, () => finishRecovery(files, now()));
	}
	if (!existsSync(files.damageFound) && !wasEmptied(files)) {
		try {
			const isLogMissing = isLeftWithoutLog(files);
			const opened = openSound(memory, files, options);
			return isLogMissing && opened.kind === 'opened'
				? { kind: 'log-missing', store: opened.store, message: logMissing }
				: opened;
		} catch (error) {
			if (!(error instanceof StoreError && error.kind === 'damaged')) {
				throw error;
			}
		}
	}
	const recovery = withoutOthers(files, () => recover(files, now()));
	rmSync(files.damageFound, { force: true });
	const { store } = openSound(memory, files, options);
	return { kind: 'recovered', store, recovery, message: describeRecovery(recovery) };
}

const logMissing =
	'The newest changes to the stored conversations are missing: another program has removed the file conversations.db-wal, where they were. Conversations of assistants can be opened from their files again.';

/** A database without a byte is taken for a new one, unless conversations have been worked with here. */
function wasEmptied({ database, locks }: StoreFiles): boolean {
	const size = (path: string): number | undefined =>
		statSync(path, { throwIfNoEntry: false })?.size;
	return size(database) === 0 && (existsSync(locks) || (size(`${database}-wal`) ?? 0) > 0);
}

/**
 * A process that was killed leaves the write-ahead log and the shared memory, one that ended leaves
 * neither. While another one ends, the shared memory is alone for a moment: then somebody has the store open.
 */
function isLeftWithoutLog({ database, inUse }: StoreFiles): boolean {
	const isAlone = (): boolean => existsSync(`${database}-shm`) && !existsSync(`${database}-wal`);
	if (!isAlone()) {
		return false;
	}
	const nobody = FileLock.take(inUse, 'exclusive', 0);
	nobody?.release();
	return nobody !== undefined && isAlone();
}

/** Files are moved only while nobody has them open: who did would go on writing to the old ones. */
function withoutOthers<T>(files: StoreFiles, work: () => T): T {
	const alone = FileLock.take(files.inUse, 'exclusive', 0);
	if (alone === undefined) {
		throw new StoreError('damaged', { detail: 'another window still has them open' });
	}
	try {
		return work();
	} finally {
		alone.release();
	}
}

function openSound(memory: Home, files: StoreFiles, options: StoreOptions): OpenedStore {
	const presence = FileLock.take(files.inUse, 'shared', 0);
	let kept: Connection | undefined;
	const storeOf = (connection: Connection, readOnly?: string): SqliteStore => {
		const home = new Home(connection, { files, readOnly });
		readable(new SqliteStore(home, home, options));
		return new SqliteStore(memory, home, options, presence);
	};
	try {
		kept = memory.connection.attach(files.database, 'write');
		if (versionOf(kept) > migrations.length) {
			kept.detach();
			kept = memory.connection.attach(files.database, 'read-only');
			return { kind: 'read-only', store: storeOf(kept, newerVersion), message: newerVersion };
		}
		kept.prepareForWriting();
		migrate(kept);
		checkDurability(kept);
		return { kind: 'opened', store: storeOf(kept) };
	} catch (error) {
		kept?.detach();
		presence?.release();
		throw error;
	}
}

/** Looks at the tables once: what cannot be read shall be known now. */
function readable(store: SqliteStore): void {
	store.list();
	store.search({ text: 'precis', order: 'newest', limit: 1, offset: 0 });
}

/** A file system without shared memory would silently get another journal. */
function checkDurability(connection: Connection): void {
	const mode = connection.get('pragma @.journal_mode')?.['journal_mode'];
	const synchronous = numberIn(connection.get('pragma @.synchronous') ?? {}, 'synchronous');
	if (mode !== 'wal' || synchronous !== 2) {
		throw new StoreError('io', { detail: `journal ${String(mode)}, synchronous ${synchronous}` });
	}
}

function describeRecovery(recovery: Recovery): string {
	const { setAside, conversations, messages, read, size } = recovery;
	if (size === 0) {
		return `The file of the stored conversations was empty: another program or a failed disk has cleared it. Restore conversations.db from a backup, if you have one; what is left of the old file is kept at ${setAside}.`;
	}
	if (read === 'none') {
		return `The stored conversations were damaged, and none of them could be read. Restore conversations.db from a backup, if you have one; the damaged file is kept at ${setAside}.`;
	}
	return `The stored conversations were damaged. ${conversations} conversations with ${messages} messages were recovered. ${missingIn(recovery)} The damaged file is kept at ${setAside}.`;
}

function missingIn({ lost, read }: Recovery): string {
	if (lost > 0) {
		return `${lost} messages could not be read; each that had others after it has a note in its place.`;
	}
	return read === 'all'
		? 'Nothing is missing.'
		: 'Parts of the file could not be read, so the newest messages or whole conversations may be missing.';
}
