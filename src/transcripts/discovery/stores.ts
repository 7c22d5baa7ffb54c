import { commandLineStores } from './commandLineStores.ts';
import { editorStores } from './editorStores.ts';
import type { SessionStore } from './store.ts';

/**
 * Every assistant whose sessions are found automatically. The databases of Hermes and OpenClaw are left
 * out: no reader opens them.
 */
export const stores: readonly SessionStore[] = [...commandLineStores, ...editorStores];

/** @throws When there is none of that name. */
export function storeOf(id: string): SessionStore {
	const store = stores.find((one) => one.id === id);
	if (store === undefined) {
		throw new Error(`There is no store of the name "${id}".`);
	}
	return store;
}
