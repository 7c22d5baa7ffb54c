import * as vscode from 'vscode';
import { changesPlugin, hasPlugin } from './agentPlugin.ts';
import { mcpServersId } from '../contributions.ts';
import { diskFolders, workspaceName } from '../settings/workspace.ts';
import { hostApi, supports } from '../hostApi.ts';
import type { Configuration } from '../settings/configuration.ts';

/** Offers the sessions of the window's folders to every assistant in VS Code that supports MCP servers. */
export function registerMcpServer(
	context: vscode.ExtensionContext,
	configuration: Configuration,
): vscode.Disposable {
	if (!supports('mcpServer')) {
		return new vscode.Disposable(() => undefined);
	}
	const changed = new vscode.EventEmitter<void>();
	const servers = (): vscode.McpStdioServerDefinition[] =>
		configuration.now.mcpServer ? definitions(context) : [];
	const listed = (): string => JSON.stringify(servers());
	let last = listed();
	// Fires only if a definition has changed. VS Code then reads all tools again: until it has (we saw 15 seconds), requests
	// lack our tools, and changed tools invalidate prompt caches.
	const fireIfChanged = (): void => {
		const now = listed();
		if (now !== last) {
			last = now;
			changed.fire();
		}
	};
	return vscode.Disposable.from(
		changed,
		configuration.onDidChange(fireIfChanged),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (changesPlugin(change)) {
				fireIfChanged();
			}
		}),
		vscode.workspace.onDidChangeWorkspaceFolders(fireIfChanged),
		vscode.workspace.onDidGrantWorkspaceTrust(fireIfChanged),
		hostApi.lm.registerMcpServerDefinitionProvider(mcpServersId, {
			onDidChangeMcpServerDefinitions: changed.event,
			provideMcpServerDefinitions: servers,
		}),
	);
}

/** Empty if there is no folder whose sessions it could provide. */
function definitions({
	extension,
	globalStorageUri,
}: vscode.ExtensionContext): vscode.McpStdioServerDefinition[] {
	const folders = diskFolders();
	// The plugin has the same tools.
	if (folders.length === 0 || !vscode.workspace.isTrusted || hasPlugin()) {
		return [];
	}
	const workspace = workspaceName();
	const args = [
		vscode.Uri.joinPath(extension.extensionUri, 'dist', 'cli.mjs').fsPath,
		'mcp',
		...folders.flatMap((folder) => ['--root', folder]),
		...(workspace === undefined ? [] : ['--workspace', workspace]),
		'--store',
		globalStorageUri.fsPath,
	];
	// With this variable, the editor's program works as Node.
	const env = { ELECTRON_RUN_AS_NODE: '1' };
	// VS Code reads the tools again if the version has changed.
	const { version } = extension.packageJSON as { readonly version: string };
	return [new hostApi.McpStdioServerDefinition('Precis', process.execPath, args, env, version)];
}
