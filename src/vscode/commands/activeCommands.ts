import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { namedBy } from '../panel/treeElement.ts';
import type { Notifications } from '../notifications.ts';

interface ActiveCommandServices {
	readonly active: ActiveConversation;
	readonly conversations: Pick<Conversations, 'view'>;
	readonly notifications: Notifications;
}

/**
 * Commands about a conversation: the one that an argument names, else the active one. They say so when
 * there is none, and what goes wrong.
 */
export class ActiveCommands {
	readonly #services: ActiveCommandServices;

	constructor(services: ActiveCommandServices) {
		this.#services = services;
	}

	/**
	 * @param run Nobody waits for it: what it throws is shown. `record` is the one that the argument
	 * names, 0 for the log as it is.
	 */
	register(
		command: string,
		run: (view: ConversationView, record?: number) => Promise<void>,
	): vscode.Disposable {
		return this.registerAny(command, async (argument) => {
			const named = namedBy(argument);
			if (named !== undefined) {
				await run(await this.#services.conversations.view(named.conversation), named.record);
				return;
			}
			const { view } = this.#services.active;
			if (view === undefined) {
				this.#services.notifications.inform(
					vscode.l10n.t('No conversation is open. Open a transcript first.'),
				);
				return;
			}
			await run(view);
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
			this.#services.notifications.failed(error, (cause) =>
				vscode.l10n.t('The action failed: {0}', cause),
			);
		}
	}
}
