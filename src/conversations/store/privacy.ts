import {
	chmodSync,
	closeSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	type Dirent,
} from 'node:fs';
import { join } from 'node:path';

/** What a person said is for nobody else who uses the machine. Windows inherits rights of its own. */

const folderMode = 0o700;
const fileMode = 0o600;

/** Makes a folder, and those above that are missing, for the person alone. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: folderMode });
}

/**
 * Makes an empty file for the person alone, unless it exists: SQLite gives its companions the rights
 * of the database. Never opens a file that exists: closing it would release the process's locks on it.
 */
export function makePrivateFile(path: string): void {
	try {
		closeSync(openSync(path, 'wx', fileMode));
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
			throw error;
		}
	}
}

/**
 * Takes the rights of others away from a folder and all that it holds. Leaves what belongs to another
 * account, and links.
 */
export function tighten(folder: string): void {
	if (process.platform === 'win32') {
		return;
	}
	takeFromOthers(folder);
	for (const entry of entriesOf(folder)) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			tighten(path);
		} else if (entry.isFile()) {
			takeFromOthers(path);
		}
	}
}

function entriesOf(folder: string): readonly Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

function takeFromOthers(path: string): void {
	try {
		const { mode } = lstatSync(path);
		if ((mode & 0o077) !== 0) {
			chmodSync(path, mode & folderMode);
		}
	} catch {
		// Gone by now, or another account's: only its owner may change its rights.
	}
}
