import * as vscode from 'vscode';
import { commands, walkthroughId } from '../contributions.ts';
import type { ActiveCommands } from './activeCommands.ts';

/** @param extensionId Of this extension. */
export function registerWalkthroughCommands(
	onActive: ActiveCommands,
	extensionId: string,
): vscode.Disposable {
	return onActive.registerAny(commands.getStarted, async () => {
		await vscode.commands.executeCommand(
			'workbench.action.openWalkthrough',
			`${extensionId}#${walkthroughId}`,
		);
	});
}
