import type * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { detach } from '../log.ts';
import { CommandRegistry, type CommandServices } from './commandRegistry.ts';
import { registerConversationCommands } from './conversationCommands.ts';
import { registerDataCommands } from './dataCommands.ts';
import { registerHandOver } from './handOver.ts';
import { registerModelCommands } from './modelCommands.ts';
import { registerOpenCommands } from './openCommands.ts';
import { registerViewCommands } from './viewCommands.ts';

/** Registers every command of the extension. */
export function registerCommands(services: CommandServices): vscode.Disposable {
	const { context, notifications, log } = services;
	const registry = new CommandRegistry(services);
	registerConversationCommands(registry, services);
	registerDataCommands(registry, services);
	registerHandOver(registry, services);
	registerModelCommands(registry, services);
	registerOpenCommands(registry, services);
	registerViewCommands(registry, services);
	const connecting = () => import('./connecting.ts');
	registry.add(commands.connectAssistant, async () =>
		(await connecting()).connectAssistant(context, notifications),
	);
	// After an update, connected assistants need the extension's new folder.
	detach(
		connecting().then(({ refreshLauncher }) => refreshLauncher(context)),
		log,
	);
	return registry;
}
