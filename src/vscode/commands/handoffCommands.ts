import * as vscode from 'vscode';
import type { ActiveConversation } from '../activeConversation.ts';
import { commands } from '../contributions.ts';
import type { Conversations } from '../conversations.ts';
import type { Notifications } from '../notifications.ts';

/** How long the status bar says that something was copied, milliseconds. */
const copiedNoticeMs = 4_000;

/** Commands that give the handoff away. */
export function registerHandoffCommands(
	active: ActiveConversation,
	conversations: Conversations,
	notifications: Notifications,
): vscode.Disposable {
	return vscode.commands.registerCommand(commands.copyHandoff, () =>
		copyHandoff(active.view?.id, conversations, notifications),
	);
}

/** Copies a conversation's handoff. Never rejects. @param id Undefined: there is no conversation. */
export async function copyHandoff(
	id: string | undefined,
	conversations: Conversations,
	notifications: Notifications,
): Promise<void> {
	try {
		const handoff = id === undefined ? undefined : await conversations.ask('handoff', { id });
		if (handoff === undefined) {
			notifications.inform(
				vscode.l10n.t('There is no handoff yet: compact the conversation first.'),
			);
			return;
		}
		await vscode.env.clipboard.writeText(handoff);
		vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Handoff copied'), copiedNoticeMs);
	} catch (error) {
		notifications.failed(error, (cause) =>
			vscode.l10n.t('The handoff could not be copied: {0}', cause),
		);
	}
}
