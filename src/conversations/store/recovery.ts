import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Connection } from './connection.ts';
import { companions, nameForDamaged, type StoreFiles } from './files.ts';
import { copyReadable, type Copied } from './salvage.ts';
import { migrate } from './schema.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** What was saved of a damaged database. */
export interface Recovery extends Copied {
	/** Where the damaged file is now. */
	readonly setAside: string;
}

/**
 * Copies what can be read of a damaged database into a new one and puts that in its place. The
 * damaged one is kept under a new name. Whenever this is interrupted, it is the old file or the
 * finished new one that is found: the caller has the store for itself.
 * @throws {StoreError} when there is no room for the copy; then nothing was changed.
 */
export function recover(files: StoreFiles, nowMs: number): Recovery {
	remove(files.recovering);
	const target = Connection.open(files.recovering, 'write');
	let copied: Copied;
	try {
		target.prepareForWriting();
		migrate(target);
		copied = salvaged(files, target, nowMs);
	} catch (error) {
		target.close();
		remove(files.recovering);
		throw error;
	}
	// Closing the last connection moves the write-ahead log into the file.
	target.close();
	move(files.recovering, files.recovered);
	return { ...copied, setAside: finishRecovery(files, nowMs) };
}

function salvaged(files: StoreFiles, target: Connection, nowMs: number): Copied {
	const source = openDamaged(files);
	if (source === undefined) {
		return { conversations: 0, messages: 0, lost: 0 };
	}
	try {
		return copyReadable(source, target, nowMs);
	} finally {
		source.close();
	}
}

/** Read-only; without its write-ahead log, where that is what is damaged. */
function openDamaged({ database }: StoreFiles): Connection | undefined {
	const alone = pathToFileURL(database);
	alone.searchParams.set('immutable', '1');
	for (const path of [database, alone]) {
		let connection: Connection | undefined;
		try {
			connection = Connection.open(path, 'salvage');
			connection.all('select name from sqlite_schema');
			return connection;
		} catch (error) {
			connection?.close();
			if (!(error instanceof StoreError && error.kind !== 'disk-full')) {
				throw error;
			}
		}
	}
	return undefined;
}

/**
 * Sets the damaged file aside and puts the finished one in its place; also what an earlier process
 * has not come to do. @returns Where the damaged file is.
 */
export function finishRecovery(files: StoreFiles, nowMs: number): string {
	const { database, recovered } = files;
	const aside = nameForDamaged(files, nowMs);
	if (existsSync(database)) {
		move(database, aside);
	}
	// What was not moved into the file yet belongs to it; the shared memory is nobody's now.
	const log = statSync(`${database}-wal`, { throwIfNoEntry: false });
	if (log !== undefined && log.size > 0) {
		move(`${database}-wal`, `${aside}-wal`);
	}
	for (const suffix of companions) {
		rmSync(database + suffix, { force: true });
	}
	move(recovered, database);
	return aside;
}

function move(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		throw toStoreError(error);
	}
}

function remove(path: string): void {
	for (const suffix of ['', ...companions]) {
		rmSync(path + suffix, { force: true });
	}
}
