import * as vscode from 'vscode';

/** How the open workspace is named in what is stored; undefined in an empty window. */
export function workspaceName(): string | undefined {
	const { workspaceFile, workspaceFolders } = vscode.workspace;
	return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}
