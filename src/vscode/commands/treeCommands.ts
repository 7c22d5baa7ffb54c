import * as vscode from 'vscode';
import { commands, treeCommands } from '../contributions.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { ConversationsView } from '../panel/conversationsView.ts';
import type { MoreElement } from '../panel/treeElement.ts';
import type { ActiveCommands } from './activeCommands.ts';

/** Commands of the Conversations view itself. */
export function registerTreeCommands(
	onActive: ActiveCommands,
	view: ConversationsView,
	active: Pick<ActiveConversation, 'refresh'>,
): vscode.Disposable {
	/** A key names no row: the selected one is meant, if it is a conversation. */
	function onSelected(key: string, command: string): vscode.Disposable {
		return onActive.registerAny(key, async () => {
			const { selected } = view;
			if (selected?.kind === 'conversation') {
				await vscode.commands.executeCommand(command, selected);
			}
		});
	}

	return vscode.Disposable.from(
		onActive.registerAny(commands.refreshConversations, async () => {
			view.changed();
			await active.refresh();
		}),
		onActive.registerAny(treeCommands.showMore, async (element) => {
			if (isMore(element)) {
				view.showMore(element);
			}
		}),
		onActive.registerAny(treeCommands.showRecord, async (element) => {
			await vscode.commands.executeCommand(commands.showHandoff, element);
		}),
		onSelected(treeCommands.rename, commands.renameConversation),
		onSelected(treeCommands.delete, commands.deleteConversation),
	);
}

/** Anybody can run a command with anything. */
function isMore(element: unknown): element is MoreElement {
	return (element as Partial<MoreElement> | undefined)?.kind === 'more';
}
