import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import type { ActiveCommands } from './activeCommands.ts';

/** @param extensionId Of this extension. */
export function registerSettingsCommands(
	onActive: ActiveCommands,
	extensionId: string,
): vscode.Disposable {
	return onActive.registerAny(commands.openSettings, async () => {
		await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${extensionId}`);
	});
}
