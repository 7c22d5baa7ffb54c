import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	ownPathRules,
	type StoreEnvironment,
	variablesFor,
} from '../../transcripts/discovery/environment.ts';
import { stores } from '../../transcripts/discovery/stores.ts';
import { diskFolders } from '../settings/workspace.ts';

/** Locations of assistants' sessions on this machine. @param globalStorage The extension's storage folder. */
export function storeEnvironment(globalStorage: vscode.Uri): StoreEnvironment {
	return {
		home: homedir(),
		platform: process.platform,
		pathRules: ownPathRules,
		variables: variablesFor(process.platform, process.env),
		// The storage folder is `User/globalStorage/publisher.name`.
		userFolder: path.dirname(path.dirname(globalStorage.fsPath)),
		workspaceFolders: diskFolders(),
	};
}

/** Whether this machine has a session folder of an assistant. Reads no file. */
export async function hasSessions(environment: StoreEnvironment): Promise<boolean> {
	const folders = stores.flatMap((store) =>
		store
			.places(environment)
			.flatMap(({ folder, names: [name] }) =>
				typeof name === 'string' ? [path.join(folder, name)] : [],
			),
	);
	const found = await Promise.allSettled(folders.map((folder) => access(folder)));
	return found.some(({ status }) => status === 'fulfilled');
}
