import type * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import type { ActiveCommands } from './activeCommands.ts';
import type { Connecting } from './connecting.ts';

/** @param load Loads what only this needs. */
export function registerConnectCommands(
	onActive: ActiveCommands,
	load: () => Promise<Pick<Connecting, 'show'>>,
): vscode.Disposable {
	return onActive.registerAny(commands.connectAssistant, async () => (await load()).show());
}
