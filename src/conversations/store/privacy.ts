import { closeSync, mkdirSync, openSync } from 'node:fs';

/** What a person said is for nobody else who uses the machine. Windows inherits rights of its own. */

/** Makes a folder, and those above that are missing, for the person alone. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * Makes an empty file for the person alone, unless it exists: SQLite gives its companions the rights
 * of the database. Never opens a file that exists: closing it would release the process's locks on it.
 */
export function makePrivateFile(path: string): void {
	try {
		closeSync(openSync(path, 'wx', 0o600));
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
			throw error;
		}
	}
}
