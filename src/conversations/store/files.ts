import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where everything of a store is. */
export interface StoreFiles {
	readonly folder: string;
	readonly database: string;
	/** A checked copy of the database, and one that is being made. */
	readonly backup: string;
	readonly unfinishedBackup: string;
	/** Exists when damage was found since the store was opened. */
	readonly damageFound: string;
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
		opening: join(folder, 'opening.lock'),
		backingUp: join(folder, 'backing-up.lock'),
		inUse: join(folder, 'in-use.lock'),
		locks: join(folder, 'locks'),
	};
}

/** What SQLite keeps next to a database. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/** Removes a database nobody has open. */
export function removeDatabase(path: string): void {
	for (const suffix of ['', ...companions]) {
		rmSync(path + suffix, { force: true });
	}
}

/** Removes the backup, and one that is being made: what was deleted must not outlive its deletion in it. */
export function removeBackups({ backup, unfinishedBackup }: StoreFiles): void {
	removeDatabase(backup);
	try {
		removeDatabase(unfinishedBackup);
	} catch {
		// Windows removes no file that is open; who makes the backup looks for what was deleted meanwhile.
	}
}

/** The store is replaced by its backup when it is opened next. */
export function recordDamage({ damageFound }: StoreFiles): void {
	try {
		writeFileSync(damageFound, '', { mode: 0o600 });
	} catch {
		// The disk cannot be written at all: opening may find the damage again.
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
