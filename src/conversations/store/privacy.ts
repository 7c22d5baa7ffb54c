import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
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
 * Takes the rights of others away from files, and from folders with all that they hold. Leaves what belongs to another
 * account, and links.
 */
export function tighten(paths: readonly string[]): void {
	if (process.platform === 'win32') {
		return;
	}
	for (const path of paths) {
		takeFromOthers(path);
	}
}

function takeFromOthers(path: string): void {
	try {
		const found = lstatSync(path);
		if (found.isSymbolicLink()) {
			return;
		}
		if ((found.mode & 0o077) !== 0) {
			chmodSync(path, found.mode & folderMode);
		}
		if (found.isDirectory()) {
			tighten(readdirSync(path).map((name) => join(path, name)));
		}
	} catch {
		// Gone by now, or another account's: only its owner may change its rights.
	}
}
