import type * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import { detach } from '../detach.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** Follows the active conversation's file while the Summary view is visible. */
export class FileFollowing implements vscode.Disposable {
	readonly #active: ActiveConversation;
	readonly #worker: Pick<WorkerClient, 'call'>;
	readonly #log: vscode.LogOutputChannel;
	readonly #listener: vscode.Disposable;
	/** Conversations for which the user has turned it off. */
	readonly #stopped = new Set<string>();
	#isVisible = false;
	#followed: string | undefined;

	constructor(
		active: ActiveConversation,
		worker: Pick<WorkerClient, 'call'>,
		log: vscode.LogOutputChannel,
	) {
		this.#active = active;
		this.#worker = worker;
		this.#log = log;
		this.#listener = active.onDidChange(() => this.#update());
	}

	/** The Summary view was shown or hidden. */
	show(isVisible: boolean): void {
		this.#isVisible = isVisible;
		this.#update();
	}

	/** Turns following on or off for a conversation. */
	set(id: string, follow: boolean): void {
		if (follow) {
			this.#stopped.delete(id);
		} else {
			this.#stopped.add(id);
		}
		this.#update();
	}

	dispose(): void {
		this.#listener.dispose();
	}

	#update(): void {
		const { view } = this.#active;
		const canFollow = view?.following !== undefined && !this.#stopped.has(view.id);
		const id = canFollow && this.#isVisible ? view.id : undefined;
		// A restarted worker follows nothing.
		const isForgotten = id !== undefined && view?.following === false;
		if (id !== this.#followed || isForgotten) {
			this.#followed = id;
			const parameters = id === undefined ? {} : { id };
			detach(this.#worker.call('follow', parameters), this.#log);
		}
	}
}
