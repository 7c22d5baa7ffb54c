import * as vscode from 'vscode';
import type { ItemAction } from '../../protocol/itemAction.ts';
import { commands, itemCommands, treeCommands, walkthroughId } from '../contributions.ts';
import { detach } from '../detach.ts';
import type { MoreElement } from '../panel/treeElement.ts';
import type { CommandServices } from './commandServices.ts';

/** Commands of the views' rows, items and menus, and those that show something of VS Code's own. */
export function registerViewCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, context, list, log, shared, summary } = services;
	const { id } = context.extension;
	/** A key names no row: the selected one is meant, if it is a conversation. */
	function onSelected(key: string, command: string): vscode.Disposable {
		return onActive.registerAny(key, async () => {
			const { selected } = list;
			if (selected?.kind === 'conversation') {
				await vscode.commands.executeCommand(command, selected);
			}
		});
	}
	function opening(command: string, show: string, argument: string): vscode.Disposable {
		return onActive.registerAny(command, async () => {
			await vscode.commands.executeCommand(`workbench.action.${show}`, argument);
		});
	}
	return vscode.Disposable.from(
		onActive.registerAny(commands.refreshConversations, async () => {
			list.changed();
			detach(shared.refresh(), log);
			await active.refresh();
		}),
		onActive.registerAny(treeCommands.showMore, async (element) => {
			if (isMore(element)) {
				list.showMore(element);
			}
		}),
		onActive.registerAny(treeCommands.showRecord, async (element) => {
			await vscode.commands.executeCommand(commands.showHandoff, element);
		}),
		onSelected(treeCommands.rename, commands.renameConversation),
		onSelected(treeCommands.delete, commands.deleteConversation),
		// The page knows the item, and asks for them as its buttons do.
		...Object.entries(itemCommands).map(([action, command]) =>
			onActive.registerAny(command, async () => summary.act(action as ItemAction)),
		),
		opening(commands.openSettings, 'openSettings', `@ext:${id}`),
		opening(commands.getStarted, 'openWalkthrough', `${id}#${walkthroughId}`),
		vscode.commands.registerCommand(commands.showLog, () => log.show()),
	);
}

/** Anybody can run a command with anything. */
function isMore(element: unknown): element is MoreElement {
	return (element as Partial<MoreElement> | undefined)?.kind === 'more';
}
