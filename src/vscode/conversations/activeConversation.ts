import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import type { Notifications } from '../notifications.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { WorkerError, workerCodes } from '../worker/workerError.ts';
import { coalesceRefresh } from './coalesceRefresh.ts';

export interface ActiveConversationServices {
	readonly notifications: Pick<Notifications, 'failed'>;
	readonly worker: Pick<WorkerClient, 'call' | 'onNotification' | 'notify'>;
}

/**
 * The conversation that the panel, the status bar and the commands apply to, with its view. Refreshes are
 * coalesced.
 */
export class ActiveConversation implements vscode.Disposable {
	readonly #services: ActiveConversationServices;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscriptions: vscode.Disposable;
	#view: ConversationView | undefined;
	/** Whether the Summary view is visible: only then is the file of the conversation followed. */
	#isVisible = false;
	/** Conversations whose files the user chose not to follow. */
	readonly #unfollowed = new Set<string>();
	#pendingRefresh: Promise<void> = Promise.resolve();

	/** Reads the active conversation again. Resolves when the view is no older than the call; never rejects. */
	readonly refresh = coalesceRefresh(() => this.#readView());

	/** Fires when another conversation or none becomes active, or the active one has changed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(services: ActiveConversationServices) {
		const { worker } = services;
		this.#services = services;
		this.#subscriptions = vscode.Disposable.from(
			worker.onNotification('changed', ({ conversation, view }) => {
				if (view !== undefined && view.id === this.#view?.id) {
					this.#set(view);
				} else if (conversation === this.#view?.id) {
					this.#pendingRefresh = this.refresh();
				}
			}),
			worker.onNotification('deleted', ({ conversation }) => this.#forget(conversation)),
			worker.onNotification('stopped', () => void this.refresh()),
		);
	}

	/** Undefined when nothing is open. */
	get view(): ConversationView | undefined {
		return this.#view;
	}

	/** Resolves when every reported change is shown; never rejects. */
	shown(): Promise<void> {
		return this.#pendingRefresh;
	}

	/** Makes a conversation active. */
	show(view: ConversationView): void {
		this.#set(view);
		this.#notifyShown();
	}

	/** The Summary view was shown or hidden. */
	setVisible(isVisible: boolean): void {
		this.#isVisible = isVisible;
		this.#notifyShown();
	}

	/** Whether the Summary view shows a conversation. */
	isOnScreen(id: string): boolean {
		return this.#isVisible && this.#view?.id === id;
	}

	/** Turns following the file of a conversation on or off. */
	follow(id: string, isWanted: boolean): void {
		if (isWanted) {
			this.#unfollowed.delete(id);
		} else {
			this.#unfollowed.add(id);
		}
		this.#notifyShown();
	}

	dispose(): void {
		this.#subscriptions.dispose();
		this.#onDidChange.dispose();
	}

	async #readView(): Promise<void> {
		const id = this.#view?.id;
		const { worker, notifications } = this.#services;
		try {
			const view = id === undefined ? undefined : await worker.call('view', { id });
			if (view !== undefined && this.#view?.id === id) {
				this.show(view);
			}
		} catch (error) {
			if (id !== undefined && WorkerError.is(error, workerCodes.unknownConversation)) {
				this.#forget(id);
			} else {
				notifications.failed(error, (cause) =>
					vscode.l10n.t('The conversation could not be shown: {0}', cause),
				);
			}
		}
	}

	/** Handles a deleted conversation: none is active if it was the active one. */
	#forget(id: string): void {
		if (this.#view?.id === id) {
			this.#set(undefined);
			this.#notifyShown();
		}
	}

	#notifyShown(): void {
		const conversation = this.#view?.id;
		const shown =
			conversation === undefined
				? { isFollowed: false }
				: { conversation, isFollowed: this.#isVisible && !this.#unfollowed.has(conversation) };
		this.#services.worker.notify({ type: 'shown', ...shown });
	}

	#set(view: ConversationView | undefined): void {
		this.#view = view;
		this.#onDidChange.fire();
	}
}
