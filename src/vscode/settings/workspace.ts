import * as vscode from 'vscode';

/** The workspace's name in stored data; undefined in an empty window. */
export function workspaceName(): string | undefined {
	const { workspaceFile, workspaceFolders } = vscode.workspace;
	return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}

/** Absolute paths of the workspace folders on this machine's disk. */
export function diskFolders(): readonly string[] {
	return (vscode.workspace.workspaceFolders ?? [])
		.filter(({ uri }) => uri.scheme === 'file')
		.map(({ uri }) => uri.fsPath);
}
