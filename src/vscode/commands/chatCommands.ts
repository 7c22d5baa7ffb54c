import * as vscode from 'vscode';
import { chatButtons, views } from '../contributions.ts';
import { reversalSentence } from '../conversations/refusals.ts';
import type { CommandServices } from './commandServices.ts';
import { copyHandoff } from './handoffCommands.ts';

/** What the chat's buttons do. */
export function registerChatCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, compactions, conversations, notifications } = services;

	async function show(id: string): Promise<void> {
		active.show(await conversations.view(id));
		await vscode.commands.executeCommand(`${views.summary}.focus`);
	}

	/** @param run Gets a conversation's id and what else the button gives; others can call it, too. */
	function button(
		command: string,
		run: (id: string, argument: unknown) => Promise<void>,
	): vscode.Disposable {
		return onActive.registerAny(command, async (id, argument) => {
			if (typeof id === 'string') {
				await run(id, argument);
			}
		});
	}

	return vscode.Disposable.from(
		button(chatButtons.showConversation, show),
		button(chatButtons.compact, async (id, focus) => {
			await show(id);
			await compactions.start(id, typeof focus === 'string' ? focus : undefined);
		}),
		button(chatButtons.undo, async (id) => {
			const result = await conversations.ask('undoCompaction', { id });
			if (result.kind === 'refused') {
				notifications.inform(reversalSentence(result.reason));
			}
			await show(id);
		}),
		button(chatButtons.copyHandoff, (id) =>
			copyHandoff({ conversation: id }, conversations, notifications),
		),
	);
}
