import * as vscode from 'vscode';

const open = 'workbench.action.chat.open';
const startNew = 'workbench.action.chat.newChat';
/** Missing in versions whose chats are all local: there, the present chat continues. */
const startLocal = 'workbench.action.chat.newLocalChat';

/**
 * Opens VS Code's chat with a text for the user to complete and send.
 * @param chat A new one, or a new one with the session target Local, the only one with participants of extensions. In
 * versions whose chats are all local, 'local' is the present one.
 * @param attachFiles Attached to the message by VS Code; of any scheme that has a file system.
 * @returns False if this editor has no such chat.
 */
export async function openChat(
	query: string,
	chat: 'new' | 'local',
	attachFiles: readonly vscode.Uri[] = [],
): Promise<boolean> {
	const available = await vscode.commands.getCommands(true);
	if (!available.includes(open)) {
		return false;
	}
	const start = chat === 'new' ? startNew : startLocal;
	if (available.includes(start)) {
		await vscode.commands.executeCommand(start);
	}
	await vscode.commands.executeCommand(open, { query, isPartialQuery: true, attachFiles });
	return true;
}
