import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files of a store. */
export interface StoreFiles {
	readonly folder: string;
	readonly database: string;
	/** A checked copy of the database, and a copy in progress. */
	readonly backup: string;
	readonly unfinishedBackup: string;
	/** Exists when damage was found since the store was opened. */
	readonly damageFound: string;
	/** Exists while the space of deleted data has not been freed; its content changes with every deletion. */
	readonly deletion: string;
	/** Held while a store is opened, migrated or replaced by its backup. */
	readonly opening: string;
	/** Held while a backup is made. */
	readonly backingUp: string;
	/** Shared by every process that has the store open. */
	readonly inUse: string;
	/** Claims of conversations. */
	readonly locks: string;
}

/** The files of a store in this folder, whether or not they exist. */
export function filesIn(folder: string): StoreFiles {
	return {
		folder,
		database: join(folder, 'conversations.db'),
		backup: join(folder, 'backup.db'),
		unfinishedBackup: join(folder, 'unfinished-backup.db'),
		damageFound: join(folder, 'damage-found'),
		deletion: join(folder, 'deletion-pending'),
		opening: join(folder, 'opening.lock'),
		backingUp: join(folder, 'backing-up.lock'),
		inUse: join(folder, 'in-use.lock'),
		locks: join(folder, 'locks'),
	};
}

/** Files that SQLite keeps next to a database. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/** Removes a database that no process has open. */
export function removeDatabase(path: string): void {
	for (const suffix of ['', ...companions]) {
		rmSync(path + suffix, { force: true });
	}
}

/** Removes the backup, and one in progress: deleted conversations must not survive in a backup. */
export function removeBackups({ backup, unfinishedBackup }: StoreFiles): void {
	removeDatabase(backup);
	try {
		removeDatabase(unfinishedBackup);
	} catch {
		// Windows does not remove open files; the window that makes the backup checks for deletions since.
	}
}

/** Records damage, so that the store is replaced by its backup when it is next opened. */
export function recordDamage({ damageFound }: StoreFiles): void {
	// If that is impossible, the next opening may find the damage again.
	tryToMark(damageFound, '');
}

/** Records that data is being deleted, so that its space is freed even if this process ends before that. */
export function recordDeletion({ deletion }: StoreFiles): void {
	// If that is impossible, this process still frees the space.
	tryToMark(deletion, randomUUID());
}

/** The latest recorded deletion whose space has not been freed, as a value that each deletion changes. */
export function pendingDeletion({ deletion }: StoreFiles): string | undefined {
	try {
		return readFileSync(deletion, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
			return undefined;
		}
		throw error;
	}
}

function tryToMark(path: string, content: string): void {
	try {
		writeFileSync(path, content, { mode: 0o600 });
	} catch {
		// The disk cannot be written.
	}
}

const setAside = /^damaged-.*\.db(?:-wal|-shm|-journal)?$/;

/** A new name for a damaged database. */
export function nameForDamaged({ folder }: StoreFiles, nowMs: number): string {
	const time = new Date(nowMs).toISOString().replace(/[:.]/g, '-');
	for (let attempt = 1; ; attempt += 1) {
		const path = join(folder, `damaged-${time}${attempt === 1 ? '' : `-${attempt}`}.db`);
		if (!existsSync(path)) {
			return path;
		}
	}
}

/** Deletes the damaged databases that were set aside. */
export function deleteDamaged({ folder }: StoreFiles): void {
	for (const name of readdirSync(folder).filter((entry) => setAside.test(entry))) {
		rmSync(join(folder, name), { force: true });
	}
}
