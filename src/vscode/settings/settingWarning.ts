import * as vscode from 'vscode';
import { plainNotice } from '../plainText.ts';

/**
 * Tells of a setting that is not allowed, with a way to it.
 * @param id The whole name of the setting.
 */
export async function warnOfSetting(
	id: string,
	message: string,
	log: vscode.LogOutputChannel,
): Promise<void> {
	log.warn(message);
	const open = vscode.l10n.t('Open Setting');
	if ((await vscode.window.showWarningMessage(plainNotice(message), open)) === open) {
		await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${id}`);
	}
}
