import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';

/** Where assistants keep their sessions on the machine this runs on. @param globalStorage Ours. */
export function storeEnvironment(globalStorage: vscode.Uri): StoreEnvironment {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return {
		home: homedir(),
		platform: process.platform,
		variables: { ...process.env },
		// Of `User/globalStorage/publisher.name`.
		userFolder: path.dirname(path.dirname(globalStorage.fsPath)),
		workspaceFolders: folders
			.filter(({ uri }) => uri.scheme === 'file')
			.map(({ uri }) => uri.fsPath),
	};
}
