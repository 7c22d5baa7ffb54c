import * as vscode from 'vscode';
import type { ConversationView, RecordView } from '../protocol/conversationView.ts';
import type { ActiveConversation } from './activeConversation.ts';
import type { Conversations } from './conversations.ts';

/** A record that a person looks at in place of the active one. */
export class ShownRecord implements vscode.Disposable {
	readonly #conversations: Conversations;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #subscription: vscode.Disposable;
	#shown:
		| {
				readonly conversation: string;
				/** The active record at that time. */
				readonly active: number | undefined;
				readonly view: RecordView;
		  }
		| undefined;

	/** Fires when another record is looked at, or none any more. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(conversations: Conversations, active: ActiveConversation) {
		this.#conversations = conversations;
		// Whoever compacts, restores or turns to another conversation wants to see that.
		this.#subscription = active.onDidChange(() => {
			const { view } = active;
			if (view?.id !== this.#shown?.conversation || view?.standing.active !== this.#shown?.active) {
				this.#shown = undefined;
			}
		});
	}

	/** Undefined: the active one is shown. */
	get view(): RecordView | undefined {
		return this.#shown?.view;
	}

	/** Looks at a record; the active one is shown as ever. */
	async show(
		{ id, standing: { active } }: Pick<ConversationView, 'id' | 'standing'>,
		record: number,
	): Promise<void> {
		if (record === active) {
			this.hide();
			return;
		}
		const view = await this.#conversations.ask('recordView', { id, record });
		this.#shown = view === undefined ? undefined : { conversation: id, active, view };
		this.#onDidChange.fire();
	}

	/** Shows the active record again. */
	hide(): void {
		this.#shown = undefined;
		this.#onDidChange.fire();
	}

	dispose(): void {
		this.#subscription.dispose();
		this.#onDidChange.dispose();
	}
}
