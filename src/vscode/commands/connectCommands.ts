import type * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { detach } from '../detach.ts';
import type { Notifications } from '../notifications.ts';
import type { ActiveCommands } from './activeCommands.ts';
import type { Connecting } from './connecting.ts';

/** Connects assistants to this extension, wherever an update has moved it. */
export function registerConnectCommands(
	onActive: ActiveCommands,
	context: vscode.ExtensionContext,
	notifications: Notifications,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	const load = async (): Promise<Connecting> => {
		const { Connecting: Loaded } = await import('./connecting.ts');
		return new Loaded(context, notifications);
	};
	const refresh = async (): Promise<void> => (await load()).refreshLauncher();
	detach(refresh(), log);
	return onActive.registerAny(commands.connectAssistant, async () => (await load()).show());
}
