import { homedir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	ownPathRules,
	type StoreEnvironment,
	variablesFor,
} from '../../transcripts/discovery/environment.ts';
import { diskFolders } from '../settings/workspace.ts';

/** Where assistants keep their sessions on the machine this runs on. @param globalStorage Ours. */
export function storeEnvironment(globalStorage: vscode.Uri): StoreEnvironment {
	return {
		home: homedir(),
		platform: process.platform,
		pathRules: ownPathRules,
		variables: variablesFor(process.platform, process.env),
		// Of `User/globalStorage/publisher.name`.
		userFolder: path.dirname(path.dirname(globalStorage.fsPath)),
		workspaceFolders: diskFolders(),
	};
}
