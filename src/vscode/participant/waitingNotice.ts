import * as vscode from 'vscode';
import type { Compactions } from '../conversations/compactions.ts';

/** Says in a chat that its turn waits for a compaction, once for each. */
export class WaitingNotice implements vscode.Disposable {
	readonly #compactions: Pick<Compactions, 'running' | 'onDidChange'>;
	readonly #conversation: string;
	readonly #stream: Pick<vscode.ChatResponseStream, 'progress'>;
	readonly #listener: vscode.Disposable;
	#waits = true;
	#told = false;

	constructor(
		compactions: Pick<Compactions, 'running' | 'onDidChange'>,
		conversation: string,
		stream: Pick<vscode.ChatResponseStream, 'progress'>,
	) {
		this.#compactions = compactions;
		this.#conversation = conversation;
		this.#stream = stream;
		this.#listener = compactions.onDidChange(() => this.#look());
		this.#look();
	}

	/** @param waits Whether the turn waits for a context now, or has one. */
	set(waits: boolean): void {
		this.#waits = waits;
		this.#look();
	}

	dispose(): void {
		this.#listener.dispose();
	}

	#look(): void {
		const waits = this.#waits && this.#compactions.running(this.#conversation) !== undefined;
		if (waits && !this.#told) {
			this.#stream.progress(vscode.l10n.t('Compacting the conversation…'));
		}
		this.#told = waits;
	}
}
