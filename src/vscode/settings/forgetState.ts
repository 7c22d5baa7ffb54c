import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memento } from 'vscode';

/** Deletes all stored data except conversations. @param globalState The extension's global state in VS Code. */
export async function forgetState(storage: string, globalState: Memento): Promise<void> {
	// Hooks and the command line have their own folders.
	const others = ['hooks', 'undo'].map((name) => join(storage, name));
	for (const folder of [receivedFolder(storage), ...others]) {
		await rm(folder, { recursive: true, force: true });
	}
	for (const key of globalState.keys()) {
		await globalState.update(key, undefined);
	}
}

/** Folder of the session files of received handoffs. */
export function receivedFolder(storage: string): string {
	return join(storage, 'received');
}
