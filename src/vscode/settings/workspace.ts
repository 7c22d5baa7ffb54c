import * as vscode from 'vscode';

/** How the open workspace is named in what is stored; undefined in an empty window. */
export function workspaceName(): string | undefined {
	const { workspaceFile, workspaceFolders } = vscode.workspace;
	return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}

/** Folders of the workspace that are on this machine's disk. Absolute paths; others have none. */
export function diskFolders(): readonly string[] {
	return (vscode.workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme === 'file')
		.map(({ uri }) => uri.fsPath);
}
