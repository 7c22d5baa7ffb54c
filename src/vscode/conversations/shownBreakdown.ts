import * as vscode from 'vscode';
import type { Breakdown } from '../../protocol/breakdownView.ts';
import type { Conversations } from './conversations.ts';

/** Where the tokens of a conversation went: worked out when the panel asks, shown until it asks again. */
export class ShownBreakdown implements vscode.Disposable {
	readonly #conversations: Pick<Conversations, 'ask'>;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#asked = 0;
	#shown: { readonly conversation: string; readonly breakdown: Breakdown } | undefined;

	/** Fires when there is one, or another one. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(conversations: Pick<Conversations, 'ask'>) {
		this.#conversations = conversations;
	}

	/** The last one; undefined: none of this conversation. */
	of(conversation: string): Breakdown | undefined {
		return this.#shown?.conversation === conversation ? this.#shown.breakdown : undefined;
	}

	async show(conversation: string): Promise<void> {
		this.#asked += 1;
		const number = this.#asked;
		const breakdown = await this.#conversations.ask('breakdown', { id: conversation });
		// An answer to an earlier question may come later.
		if (number === this.#asked) {
			this.#shown = { conversation, breakdown };
			this.#onDidChange.fire();
		}
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}
}
