import * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import type { Compactions } from './compactions.ts';
import { contextKeys } from './contributions.ts';
import { detach } from './detach.ts';

/** Keeps the keys of `when` and `enablement` clauses true. */
export function maintainContextKeys(
	active: ActiveConversation,
	compactions: Compactions,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	function set(key: string, value: boolean | undefined): void {
		detach(vscode.commands.executeCommand('setContext', key, value), log);
	}

	function update(): void {
		const { view } = active;
		set(contextKeys.hasConversation, view !== undefined);
		set(contextKeys.hasHandoff, view?.receipt !== undefined);
		set(contextKeys.isCompacting, view !== undefined && compactions.running(view.id) !== undefined);
		set(contextKeys.canRetryWithModel, view?.receipt?.summariser.kind === 'built-in');
	}
	return vscode.Disposable.from(
		active.onDidChange(update),
		compactions.onDidChange(update),
		new vscode.Disposable(() => {
			for (const key of Object.values(contextKeys)) {
				set(key, undefined);
			}
		}),
	);
}
