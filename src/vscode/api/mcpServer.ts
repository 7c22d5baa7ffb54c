import * as vscode from 'vscode';
import { changesPlugin, hasPlugin } from './agentPlugin.ts';
import { mcpServersId } from '../contributions.ts';
import { diskFolders, workspaceName } from '../settings/workspace.ts';
import { hostApi, isRestricted, supports, onTrusted } from '../hostApi.ts';
import type { Configuration } from '../settings/configuration.ts';

/** What the server of this window is made from. */
export interface McpServerParts {
	readonly extension: Pick<vscode.Extension<unknown>, 'extensionUri' | 'packageJSON'>;
	readonly globalStorage: vscode.Uri;
	readonly configuration: Pick<Configuration, 'now' | 'onDidChange'>;
}

/** Offers the sessions of the window's folders to every assistant of VS Code that takes MCP servers. */
export function registerMcpServer(parts: McpServerParts): vscode.Disposable {
	if (!supports('mcpServer')) {
		return new vscode.Disposable(() => undefined);
	}
	const changed = new vscode.EventEmitter<void>();
	const told = (): string => JSON.stringify(definitions(parts));
	let last = told();
	// VS Code collects its servers anew whenever it is told: tools that come and go empty prompt caches.
	const tell = (): void => {
		const now = told();
		if (now !== last) {
			last = now;
			changed.fire();
		}
	};
	return vscode.Disposable.from(
		changed,
		parts.configuration.onDidChange(tell),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (changesPlugin(change)) {
				tell();
			}
		}),
		vscode.workspace.onDidChangeWorkspaceFolders(tell),
		onTrusted(tell),
		hostApi.lm.registerMcpServerDefinitionProvider(mcpServersId, {
			onDidChangeMcpServerDefinitions: changed.event,
			provideMcpServerDefinitions: () => definitions(parts),
		}),
	);
}

/** None where there is no folder it could answer for. */
function definitions(parts: McpServerParts): vscode.McpStdioServerDefinition[] {
	const { extension, globalStorage, configuration } = parts;
	const folders = diskFolders();
	// The plugin brings the same tools.
	if (!configuration.now.mcpServer || folders.length === 0 || isRestricted() || hasPlugin()) {
		return [];
	}
	const workspace = workspaceName();
	const args = [
		vscode.Uri.joinPath(extension.extensionUri, 'dist', 'cli.mjs').fsPath,
		'mcp',
		...folders.flatMap((folder) => ['--root', folder]),
		...(workspace === undefined ? [] : ['--workspace', workspace]),
		'--store',
		globalStorage.fsPath,
	];
	// The editor's own program is Node as well, where it is told so.
	const env = { ELECTRON_RUN_AS_NODE: '1' };
	// With another version VS Code asks for the tools anew.
	const { version } = extension.packageJSON as { readonly version: string };
	return [new hostApi.McpStdioServerDefinition('Precis', process.execPath, args, env, version)];
}
