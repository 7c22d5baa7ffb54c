import * as vscode from 'vscode';
import { chatSource, providerSource } from '../../conversations/sources.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Compactions } from '../conversations/compactions.ts';
import { contextKeys } from '../contributions.ts';
import { detach } from '../log.ts';

/** Keeps the context keys of `when` and `enablement` clauses up to date. */
export function maintainContextKeys(
	active: ActiveConversation,
	compactions: Compactions,
	models: { readonly areAvailable: () => boolean; readonly onDidChange: vscode.Event<void> },
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	const known = new Map<string, boolean | undefined>();

	function set(key: string, value: boolean | undefined): void {
		if (known.get(key) === value) {
			return;
		}
		known.set(key, value);
		detach(vscode.commands.executeCommand('setContext', key, value), log);
	}

	function update(): void {
		const { view } = active;
		set(contextKeys.hasConversation, view !== undefined);
		set(contextKeys.hasHandoff, view?.receipt !== undefined);
		set(contextKeys.hasCompacted, view !== undefined && isCompactedByPrecis(view));
		set(contextKeys.isInUse, view?.source === chatSource || view?.source === providerSource);
		set(contextKeys.isCompacting, view !== undefined && compactions.running(view.id) !== undefined);
		set(contextKeys.canUndo, view?.status.canUndo);
		set(contextKeys.canRedo, view?.status.canRedo);
		set(contextKeys.hasHistory, (view?.status.history.length ?? 0) > 0);
		set(contextKeys.hasSeveralCompactions, (view?.compactions ?? 0) > 1);
		set(contextKeys.hasModels, models.areAvailable());
	}
	return vscode.Disposable.from(
		active.onDidChange(update),
		compactions.onDidChange(update),
		models.onDidChange(update),
		new vscode.Disposable(() => {
			for (const key of Object.values(contextKeys)) {
				set(key, undefined);
			}
		}),
	);
}

/** Whether Precis has compacted it, and not only the assistant whose saved session it is. */
export function isCompactedByPrecis({ status }: Pick<ConversationView, 'status'>): boolean {
	return status.history.some(
		({ kind, assistant }) => kind === 'compaction' && assistant === undefined,
	);
}
