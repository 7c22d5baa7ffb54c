import { homedir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	ownPathRules,
	type StoreEnvironment,
	variablesFor,
} from '../../transcripts/discovery/environment.ts';
import { hasSession } from '../../transcripts/discovery/sessionSearch.ts';
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

/** Whether this machine has a session of an assistant. Reads no file. */
export async function hasSessions(environment: StoreEnvironment): Promise<boolean> {
	for (const store of stores) {
		if (await hasSession(store, environment)) {
			return true;
		}
	}
	return false;
}
