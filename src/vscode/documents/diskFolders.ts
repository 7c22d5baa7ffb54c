import * as vscode from 'vscode';

/** Folders of the workspace that are on this machine's disk. Absolute paths; others have none. */
export function diskFolders(): readonly string[] {
	return (vscode.workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme === 'file')
		.map(({ uri }) => uri.fsPath);
}
