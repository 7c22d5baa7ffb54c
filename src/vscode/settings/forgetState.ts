import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memento } from 'vscode';

/** Deletes everything besides conversations. @param common VS Code's state of the extension. */
export async function forgetState(storage: string, common: Memento): Promise<void> {
	// Hooks and the command line have their own folders.
	const others = ['hooks', 'undo'].map((name) => join(storage, name));
	for (const folder of [receivedFolder(storage), ...others]) {
		await rm(folder, { recursive: true, force: true });
	}
	for (const key of common.keys()) {
		await common.update(key, undefined);
	}
}

/** Folder of the session files of received handoffs. */
export function receivedFolder(storage: string): string {
	return join(storage, 'received');
}
