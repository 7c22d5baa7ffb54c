import { memoryStore } from './store/openStore.ts';
import type { SqliteStore } from './store/sqliteStore.ts';

/** Where a conversation is kept, which is there already. */
export interface StoredPlace {
	readonly store: SqliteStore;
	readonly id: string;
}

/** A place of its own that nothing else knows of. */
export function placeInMemory(): StoredPlace {
	const store = memoryStore(() => 0);
	return { store, id: store.create({ title: '', source: '' }).id };
}
