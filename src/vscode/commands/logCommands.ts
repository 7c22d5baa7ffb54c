import * as vscode from 'vscode';
import { commands } from '../contributions.ts';

/** Commands for finding out what went wrong. */
export function registerLogCommands(log: vscode.LogOutputChannel): vscode.Disposable {
	return vscode.commands.registerCommand(commands.showLog, () => log.show());
}
