import path from 'node:path';
import { openStore } from '../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../src/conversations/store/sqliteStore.ts';
import type { VsCodeServer } from '../vscode/server.ts';

/**
 * Looks at the store of a VS Code that runs, or writes to it, as another window would.
 * @param ageMs By how much its clock is late.
 */
export function usingStore<Result>(
	{ dataDirectory }: VsCodeServer,
	use: (store: SqliteStore) => Result,
	ageMs = 0,
): Result {
	const folder = path.join(dataDirectory, 'data/User/globalStorage/precis.precis');
	const opened = openStore(folder, { now: () => Date.now() - ageMs });
	if (opened.kind !== 'opened') {
		throw new Error(`The store is ${opened.kind}.`);
	}
	try {
		return use(opened.store);
	} finally {
		opened.store.close();
	}
}
