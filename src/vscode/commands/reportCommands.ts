import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import type { CommandServices } from './commandServices.ts';

/** VS Code's window for issues, which shows all it sends; editors built on it may have none. */
const issueReporter = 'workbench.action.openIssueReporter';

/** *Report an Issue…*: in VS Code's own window. */
export function registerReportCommands(services: CommandServices): vscode.Disposable {
	const { context, log, notifications, onActive } = services;
	const { id: extensionId } = context.extension;
	return onActive.registerAny(commands.reportIssue, async () => {
		if ((await vscode.commands.getCommands(true)).includes(issueReporter)) {
			await vscode.commands.executeCommand(issueReporter, { extensionId });
		} else {
			notifications.inform(vscode.l10n.t('This editor has no window to report issues.'));
			log.show();
		}
	});
}
