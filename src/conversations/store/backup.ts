import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { Connection } from './connection.ts';
import { takeLock } from './fileLock.ts';
import {
	companions,
	nameForDamaged,
	recordDamage,
	removeDatabase,
	type StoreFiles,
} from './files.ts';
import { makePrivateFile } from './privacy.ts';
import { StoreError, toStoreError } from './storeError.ts';

/** A backup younger than this is not replaced, milliseconds. */
const freshMs = 60 * 60 * 1000;

/** The outcome of replacing a damaged database. Times in milliseconds since the epoch. */
export interface DatabaseReplacement {
	/** New path of the damaged file; absent: there was none. */
	readonly setAside?: string;
	/** When the damaged file was last written. */
	readonly damagedAt?: number;
	/** When the restored backup was made; absent: there was none. */
	readonly backupAt?: number;
}

/**
 * Backs up an open store, unless the backup is recent or up to date, or another window is making one. Damage that is
 * found in the process is recorded.
 * @throws {StoreError} The previous backup is still there.
 */
export async function backUp(files: StoreFiles, nowMs: number): Promise<void> {
	const { database, backup, unfinishedBackup, deletion } = files;
	const madeAt = changedAt(backup);
	if (madeAt !== undefined && (nowMs - madeAt < freshMs || madeAt > (lastWritten(database) ?? 0))) {
		return;
	}
	const lock = takeLock(files.backingUp, 'exclusive', 0);
	if (lock === undefined) {
		return;
	}
	let isMade = false;
	try {
		removeDatabase(unfinishedBackup);
		makePrivateFile(unfinishedBackup);
		isMade = true;
		await Connection.backUp(database, unfinishedBackup);
		// If a conversation was deleted in the meantime, no copy of it may remain, nor of its words in the index.
		if (!existsSync(unfinishedBackup) || existsSync(deletion)) {
			removeDatabase(unfinishedBackup);
			return;
		}
		renameSync(unfinishedBackup, backup);
		if (Connection.holdsDeleted(backup, database)) {
			removeDatabase(backup);
		}
	} catch (error) {
		const wasRemoved = isMade && !existsSync(unfinishedBackup);
		removeDatabase(unfinishedBackup);
		const failure = toStoreError(error);
		const isDamaged = failure instanceof StoreError && failure.kind === 'damaged';
		if (isDamaged) {
			recordDamage(files);
		}
		if (isDamaged || !wasRemoved) {
			throw failure;
		}
	} finally {
		lock.close();
	}
}

/** Whether the backup has to replace the database before that is opened. */
export function needsBackup({ database, backup, damageFound }: StoreFiles): boolean {
	const isEmpty = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0;
	return existsSync(damageFound) || (isEmpty && existsSync(backup));
}

/**
 * Sets a damaged database aside unchanged and puts the backup in its place. If this is interrupted, the next call
 * completes it: the caller has exclusive access to the store.
 * @throws {StoreError}
 */
export function restoreBackup(files: StoreFiles, nowMs: number): DatabaseReplacement {
	const { database, backup, damageFound } = files;
	const damagedAt = lastWritten(database);
	const setAside = nameForDamaged(files, nowMs);
	try {
		if (damagedAt !== undefined) {
			renameSync(database, setAside);
		}
		for (const suffix of companions) {
			if (suffix === '-wal' && existsSync(`${database}${suffix}`)) {
				// Content that has not been moved into the file yet belongs to it.
				renameSync(`${database}${suffix}`, `${setAside}${suffix}`);
			}
			rmSync(`${database}${suffix}`, { force: true });
		}
		// Before the backup is moved: the backup is not damaged.
		rmSync(damageFound, { force: true });
		const backupAt = changedAt(backup);
		if (backupAt !== undefined) {
			renameSync(backup, database);
		}
		return {
			...(damagedAt === undefined ? {} : { setAside, damagedAt }),
			...(backupAt === undefined ? {} : { backupAt }),
		};
	} catch (error) {
		throw toStoreError(error);
	}
}

/** The message about it for the user. */
export function describeRecovery({ setAside, damagedAt, backupAt }: DatabaseReplacement): string {
	const date = (ms: number): string => new Date(ms).toLocaleString();
	const damage =
		setAside === undefined || damagedAt === undefined
			? 'The file of the stored conversations was missing.'
			: `The stored conversations were damaged. The damaged file, last changed ${date(damagedAt)}, is kept at ${setAside}.`;
	return backupAt === undefined
		? `${damage} There was no backup, so Precis starts with an empty store.`
		: `${damage} Precis opened its backup of ${date(backupAt)}: messages and compactions after that are missing.`;
}

function lastWritten(database: string): number | undefined {
	const own = changedAt(database);
	return own === undefined ? undefined : Math.max(own, changedAt(`${database}-wal`) ?? 0);
}

function changedAt(path: string): number | undefined {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
