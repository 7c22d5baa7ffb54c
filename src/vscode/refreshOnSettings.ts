import * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import type { Configuration } from './configuration.ts';
import type { Conversations } from './conversations.ts';
import type { Notifications } from './notifications.ts';

/** Shows changed settings at once: thresholds and window are part of what the panel shows. */
export function refreshOnSettings(
	configuration: Configuration,
	active: ActiveConversation,
	conversations: Conversations,
	notifications: Notifications,
): vscode.Disposable {
	async function refresh(): Promise<void> {
		const id = active.view?.id;
		if (id === undefined) {
			return;
		}
		try {
			active.update(await conversations.view(id));
		} catch (error) {
			notifications.failed(error, (cause) =>
				vscode.l10n.t('The conversation could not be shown with the new settings: {0}', cause),
			);
		}
	}
	return configuration.onDidChange(() => {
		void refresh();
	});
}
