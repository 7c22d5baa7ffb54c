import * as vscode from 'vscode';

const key = 'notStored';

/** Conversations that are kept in memory only. */
export class Exclusions implements vscode.Disposable {
	readonly #memory: vscode.Memento;
	readonly #onDidChange = new vscode.EventEmitter<void>();

	/** Fires when a conversation was added or removed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(memory: vscode.Memento) {
		this.#memory = memory;
	}

	get all(): readonly string[] {
		const stored = this.#memory.get<unknown>(key);
		return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
	}

	add(id: string): Promise<void> {
		return this.#set([...this.all.filter((other) => other !== id), id]);
	}

	remove(id: string): Promise<void> {
		return this.#set(this.all.filter((other) => other !== id));
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}

	async #set(ids: readonly string[]): Promise<void> {
		await this.#memory.update(key, ids);
		this.#onDidChange.fire();
	}
}
