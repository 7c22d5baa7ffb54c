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
	return configuration.onDidChange(() => {
		if (active.view === undefined) {
			return;
		}
		conversations.view(active.view.id).then(
			(view) => active.update(view),
			(error: unknown) => {
				notifications.failed(error, (cause) =>
					vscode.l10n.t('The conversation could not be shown with the new settings: {0}', cause),
				);
			},
		);
	});
}
