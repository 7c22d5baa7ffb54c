import * as vscode from 'vscode';
import type { ItemAction } from '../../protocol/toPanel.ts';
import { commands, itemCommands, treeCommands, walkthroughId } from '../contributions.ts';
import type { CommandRegistry, CommandServices } from './commandRegistry.ts';

/** VS Code's window for issues, which shows all it sends; editors built on it may have none. */
const issueReporter = 'workbench.action.openIssueReporter';

/** Commands of the views' rows, items and menus, and those that show something of VS Code's own. */
export function registerViewCommands(registry: CommandRegistry, services: CommandServices): void {
	const { active, context, list, log, notifications, summary } = services;
	const { id } = context.extension;
	/** A key names no row: the selected one is meant, if it is a conversation. */
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
	// The page knows the item, and asks for them as its buttons do.
	for (const [action, command] of Object.entries(itemCommands)) {
		registry.add(command, async () => summary.act(action as ItemAction));
	}
	registry.add(commands.openSettings, async () =>
		vscode.commands.executeCommand('workbench.action.openSettings', `@ext:${id}`),
	);
	registry.add(commands.getStarted, async () =>
		vscode.commands.executeCommand('workbench.action.openWalkthrough', `${id}#${walkthroughId}`),
	);
	registry.add(commands.showLog, async () => log.show());
	registry.add(commands.reportIssue, async () => {
		if ((await vscode.commands.getCommands(true)).includes(issueReporter)) {
			await vscode.commands.executeCommand(issueReporter, { extensionId: id });
		} else {
			notifications.inform(vscode.l10n.t('This editor has no window to report issues.'));
			log.show();
		}
	});
}
