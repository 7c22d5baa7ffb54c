import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where everything of a store is. */
export interface StoreFiles {
	readonly folder: string;
	readonly database: string;
	/** A salvaged database that is not finished, and one that is but was not put in place. */
	readonly recovering: string;
	readonly recovered: string;
	/** A copy of a damaged database with its first bytes written back; only while it is read. */
	readonly mended: string;
	/** Exists when damage was found since the store was opened. */
	readonly damageFound: string;
	/** Held while a store is opened, migrated or recovered. */
	readonly opening: string;
	/** Shared by everybody who has the store open. */
	readonly inUse: string;
	/** Claims of conversations. */
	readonly locks: string;
}

/** The files of a store in this folder, whether or not they exist. */
export function filesIn(folder: string): StoreFiles {
	return {
		folder,
		database: join(folder, 'conversations.db'),
		recovering: join(folder, 'recovering.db'),
		recovered: join(folder, 'recovered.db'),
		mended: join(folder, 'damaged-mended.db'),
		damageFound: join(folder, 'damage-found'),
		opening: join(folder, 'opening.lock'),
		inUse: join(folder, 'in-use.lock'),
		locks: join(folder, 'locks'),
	};
}

/** Files and folders that Precis makes in a store's folder, the extension's own included. */
const own =
	/^(?:(?:conversations|recovering|recovered|damaged-.*)\.db(?:-wal|-shm)?|damage-found|(?:opening|in-use)\.lock|locks|hooks|bin|state|received)$/;

/** What of a folder Precis has made: a folder that was given may be anybody's. @throws What the system says. */
export function ownEntries(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => own.test(name))
		.map((name) => join(folder, name));
}

/** What SQLite keeps beside a database. */
export const companions = ['-wal', '-shm'] as const;

/** The next one who opens the store recovers it. */
export function noteDamage({ damageFound }: StoreFiles): void {
	try {
		writeFileSync(damageFound, '', { mode: 0o600 });
	} catch {
		// A disk that cannot even be told of its damage: opening may find it again.
	}
}

const setAside = /^damaged-.*\.db(?:-wal|-shm)?$/;

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

/** Deletes the damaged databases that were kept beside the store, and what a recovery left. */
export function deleteDamaged({ folder, recovering }: StoreFiles): void {
	for (const suffix of ['', ...companions]) {
		rmSync(recovering + suffix, { force: true });
	}
	for (const name of readdirSync(folder).filter((entry) => setAside.test(entry))) {
		rmSync(join(folder, name), { force: true });
	}
}
