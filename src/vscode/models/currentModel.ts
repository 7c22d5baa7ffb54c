import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { detach } from '../detach.ts';
import type { Models } from './models.ts';

/** Which model would write a summary now, for people to see before anything is sent. */
export class CurrentModel implements vscode.Disposable {
	readonly #models: Pick<Models, 'summaryModelId' | 'onDidChange'>;
	readonly #active: ActiveConversation;
	readonly #subscriptions: vscode.Disposable;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	#id: string | undefined;
	#looks = 0;

	readonly onDidChange = this.#onDidChange.event;

	constructor(
		models: Pick<Models, 'summaryModelId' | 'onDidChange'>,
		active: ActiveConversation,
		log: vscode.LogOutputChannel,
	) {
		this.#models = models;
		this.#active = active;
		const look = (): void => detach(this.#look(), log);
		this.#subscriptions = vscode.Disposable.from(
			models.onDidChange(look),
			active.onDidChange(look),
		);
	}

	/** Undefined: the built-in summariser. */
	get id(): string | undefined {
		return this.#id;
	}

	dispose(): void {
		this.#subscriptions.dispose();
		this.#onDidChange.dispose();
	}

	async #look(): Promise<void> {
		// Nobody sees it without a conversation, and VS Code's models need not be asked for.
		if (this.#active.view === undefined) {
			return;
		}
		this.#looks += 1;
		const look = this.#looks;
		const id = await this.#models.summaryModelId(this.#active.view.id);
		// A later look knows better.
		if (look === this.#looks && id !== this.#id) {
			this.#id = id;
			this.#onDidChange.fire();
		}
	}
}
