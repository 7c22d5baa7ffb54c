import { closeSync, mkdirSync, openSync } from 'node:fs';

/** Other users of the machine must not read conversations. On Windows, files inherit suitable permissions. */

/** Creates a folder and its missing parents, accessible only to the user. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * Creates an empty file that is accessible only to the user, unless it exists: SQLite gives its companion files the
 * permissions of the database. Never opens an existing file: closing it would release the process's locks on it.
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
