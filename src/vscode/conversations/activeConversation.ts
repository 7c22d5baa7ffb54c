import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';

/** Which conversation the panel, the status bar and the commands are about. */
export class ActiveConversation implements vscode.Disposable {
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#view: ConversationView | undefined;

	/** Fires when another conversation is shown, none any more, or this one has changed. */
	readonly onDidChange = this.#onDidChange.event;

	/** Undefined when nothing is open. */
	get view(): ConversationView | undefined {
		return this.#view;
	}

	/** Makes a conversation the active one. */
	show(view: ConversationView): void {
		this.#view = view;
		this.#onDidChange.fire();
	}

	/** Takes a newer view of a conversation, if that is still the active one. */
	update(view: ConversationView): void {
		if (this.#view?.id === view.id) {
			this.show(view);
		}
	}

	/** A conversation is gone: nothing is shown, if it was the active one. */
	forget(id: string): void {
		if (this.#view?.id === id) {
			this.#view = undefined;
			this.#onDidChange.fire();
		}
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}
}
