import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { ActiveConversation } from '../activeConversation.ts';
import type { Notifications } from '../notifications.ts';

/** Commands about the active conversation: they say so when there is none, and what goes wrong. */
export class ActiveCommands {
	readonly #active: ActiveConversation;
	readonly #notifications: Notifications;

	constructor(active: ActiveConversation, notifications: Notifications) {
		this.#active = active;
		this.#notifications = notifications;
	}

	/** @param run Nobody waits for it: what it throws is shown. */
	register(command: string, run: (view: ConversationView) => Promise<void>): vscode.Disposable {
		return vscode.commands.registerCommand(command, async () => {
			const { view } = this.#active;
			if (view === undefined) {
				// Keybindings ignore `enablement`.
				this.#notifications.inform(
					vscode.l10n.t('Open a transcript first: no conversation is open.'),
				);
				return;
			}
			await this.#telling(() => run(view));
		});
	}

	/** A command about no conversation in particular. @param run Gets what the caller passes, if any. */
	registerAny(
		command: string,
		run: (...passed: readonly unknown[]) => Promise<void>,
	): vscode.Disposable {
		return vscode.commands.registerCommand(command, (...passed: readonly unknown[]) =>
			this.#telling(() => run(...passed)),
		);
	}

	async #telling(run: () => Promise<void>): Promise<void> {
		try {
			await run();
		} catch (error) {
			this.#notifications.failed(error, (cause) => vscode.l10n.t('That did not work: {0}', cause));
		}
	}
}
