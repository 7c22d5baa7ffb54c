import {
	closeSync,
	constants,
	copyFileSync,
	existsSync,
	openSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
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
	/** How much of the damaged file's pages could be read. */
	readonly read: 'all' | 'some' | 'none';
	/** Of the damaged file, bytes. */
	readonly size: number;
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
	const { size } = statSync(files.database, { throwIfNoEntry: false }) ?? { size: 0 };
	let copied: Omit<Recovery, 'setAside' | 'size'>;
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
	return { ...copied, size, setAside: finishRecovery(files, nowMs) };
}

function salvaged(
	files: StoreFiles,
	target: Connection,
	nowMs: number,
): Omit<Recovery, 'setAside' | 'size'> {
	const { database, mended } = files;
	const hasHeader = beginsWithMagic(database);
	try {
		if (!hasHeader) {
			copyWithMagic(database, mended);
		}
		const source = openDamaged(hasHeader ? database : mended);
		if (source === undefined) {
			return { conversations: 0, messages: 0, lost: 0, read: 'none' };
		}
		try {
			const copied = copyReadable(source, target, nowMs);
			return { ...copied, read: isWhole(source) ? 'all' : 'some' };
		} finally {
			source.close();
		}
	} finally {
		remove(mended);
	}
}

/** What every database begins with, sqlite.org/fileformat.html. */
const magic = Buffer.from('SQLite format 3\0', 'latin1');

function beginsWithMagic(path: string): boolean {
	const beginning = Buffer.alloc(magic.length);
	const file = openSync(path, 'r');
	try {
		return readSync(file, beginning) === magic.length && beginning.equals(magic);
	} finally {
		closeSync(file);
	}
}

/** What overwrote the first bytes may have left all the others: a copy tells, the damaged file stays as it is. */
function copyWithMagic(from: string, to: string): void {
	for (const suffix of ['', '-wal']) {
		if (existsSync(from + suffix)) {
			copyFileSync(from + suffix, to + suffix, constants.COPYFILE_FICLONE);
		}
	}
	const file = openSync(to, 'r+');
	try {
		writeSync(file, magic, 0, magic.length, 0);
	} finally {
		closeSync(file);
	}
}

/** Whether every page is what it should be; reads all of them. */
function isWhole(source: Connection): boolean {
	try {
		const rows = source.all('pragma quick_check(1)');
		return rows.every((row) => row['quick_check'] === 'ok');
	} catch {
		return false;
	}
}

/** Read-only; without its write-ahead log, where that is what is damaged. */
function openDamaged(database: string): Connection | undefined {
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
