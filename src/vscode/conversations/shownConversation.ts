import * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import type { Conversations } from './conversations.ts';
import type { Notifications } from '../notifications.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';

/** Keeps what is shown of the active conversation up to date, one look at a time. */
export class ShownConversation {
	readonly #active: ActiveConversation;
	readonly #conversations: Pick<Conversations, 'view'>;
	readonly #notifications: Pick<Notifications, 'failed'>;
	#looking: Promise<void> | undefined;
	#again = false;

	constructor(
		active: ActiveConversation,
		conversations: Pick<Conversations, 'view'>,
		notifications: Pick<Notifications, 'failed'>,
		worker: Pick<WorkerClient, 'onDidTell'>,
	) {
		this.#active = active;
		this.#conversations = conversations;
		this.#notifications = notifications;
		worker.onDidTell('changed', ({ conversation }) => void this.refresh(conversation));
		worker.onDidTell('deleted', ({ conversation }) => active.forget(conversation));
		worker.onDidTell('stopped', () => void this.refresh());
	}

	/**
	 * Looks at a conversation again, if it is the one that is shown. Resolves when what is shown is no
	 * older than the call; never rejects. @param id Absent: whichever is shown.
	 */
	async refresh(id = this.#active.view?.id): Promise<void> {
		if (id === undefined || this.#active.view?.id !== id) {
			return;
		}
		// A look that has begun may have missed the change.
		this.#again = true;
		while (this.#again || this.#looking !== undefined) {
			this.#looking ??= this.#look();
			await this.#looking;
		}
	}

	/** Looks at whichever is shown now. */
	async #look(): Promise<void> {
		this.#again = false;
		const id = this.#active.view?.id;
		try {
			if (id !== undefined) {
				this.#active.update(await this.#conversations.view(id));
			}
		} catch (error) {
			if (id !== undefined && WorkerError.is(error, workerCodes.unknownConversation)) {
				this.#active.forget(id);
			} else {
				this.#notifications.failed(error, (cause) =>
					vscode.l10n.t('The conversation could not be shown: {0}', cause),
				);
			}
		} finally {
			this.#looking = undefined;
		}
	}
}
