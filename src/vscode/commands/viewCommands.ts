import * as vscode from 'vscode';
import type { ItemAction } from '../../protocol/toPanel.ts';
import {
	commands,
	contextKeys,
	itemCommands,
	treeCommands,
	walkthroughId,
} from '../contributions.ts';
import { absenceNotice, supports } from '../hostApi.ts';
import { openChat } from '../participant/chatView.ts';
import type { CommandRegistry, CommandServices } from './commandRegistry.ts';

/** Commands of the views' rows, items and menus, and commands that open parts of VS Code. */
export function registerViewCommands(registry: CommandRegistry, services: CommandServices): void {
	const { active, context, list, log, notifications, summary } = services;
	const { id } = context.extension;
	/** A key binding passes no row: it applies to the selected conversation. */
	function onSelected(key: string, command: string): void {
		registry.add(key, async () => {
			const { selected } = list;
			if (selected?.conversation !== undefined && selected.record === undefined) {
				await vscode.commands.executeCommand(command, selected);
			}
		});
	}
	registry.add(commands.refreshConversations, async () => {
		list.changed();
		await active.refresh();
	});
	onSelected(treeCommands.rename, commands.renameConversation);
	onSelected(treeCommands.delete, commands.deleteConversation);
	// The page knows the item and sends the request.
	for (const [action, command] of Object.entries(itemCommands)) {
		registry.add(command, async () => summary.act(action as ItemAction));
	}
	registry.add(commands.openSettings, async () =>
		vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${id}`),
	);
	registry.add(commands.startChat, async () => {
		// The user completes and sends the prompt.
		if (!supports('participant') || !(await openChat('@precis ', 'local'))) {
			notifications.inform(absenceNotice('participant'));
		}
	});
	registry.add(commands.getStarted, async () => {
		const { executeCommand } = vscode.commands;
		await executeCommand('workbench.action.openWalkthrough', `${id}#${walkthroughId}`);
		await executeCommand('setContext', contextKeys.isStarted, true);
	});
	registry.add(commands.showLog, async () => log.show());
}
