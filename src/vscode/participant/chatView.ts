import * as vscode from 'vscode';

const open = 'workbench.action.chat.open';
const startNew = 'workbench.action.chat.newChat';

/**
 * Opens VS Code's chat with a text for the user to complete and send.
 * @param chat Whether to start a new one or continue the present one.
 * @param attachFiles Attached to the message by VS Code; of any scheme that has a file system.
 * @returns False if this editor has no such chat.
 */
export async function openChat(
	query: string,
	chat: 'new' | 'present',
	attachFiles: readonly vscode.Uri[] = [],
): Promise<boolean> {
	const available = await vscode.commands.getCommands(true);
	if (!available.includes(open)) {
		return false;
	}
	if (chat === 'new' && available.includes(startNew)) {
		await vscode.commands.executeCommand(startNew);
	}
	await vscode.commands.executeCommand(open, { query, isPartialQuery: true, attachFiles });
	return true;
}
