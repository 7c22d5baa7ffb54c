import type * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import type { Conversations } from './conversations.ts';
import { detach } from '../detach.ts';

/** Has the file of the conversation that is shown followed, as long as a person can see it. */
export class FileFollowing implements vscode.Disposable {
	readonly #active: ActiveConversation;
	readonly #conversations: Pick<Conversations, 'askAll'>;
	readonly #log: vscode.LogOutputChannel;
	readonly #listener: vscode.Disposable;
	/** Conversations whose person does not want that. */
	readonly #stopped = new Set<string>();
	#isVisible = false;
	#followed: string | undefined;

	constructor(
		active: ActiveConversation,
		conversations: Pick<Conversations, 'askAll'>,
		log: vscode.LogOutputChannel,
	) {
		this.#active = active;
		this.#conversations = conversations;
		this.#log = log;
		this.#listener = active.onDidChange(() => this.#update());
	}

	/** The Summary view is on screen, or is not any more. */
	show(isVisible: boolean): void {
		this.#isVisible = isVisible;
		this.#update();
	}

	/** The person wants the file of a conversation followed, or not. */
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
		// A worker that was started again follows nothing.
		const isForgotten = id !== undefined && view?.following === false;
		if (id !== this.#followed || isForgotten) {
			this.#followed = id;
			const wish = id === undefined ? {} : { id };
			detach(this.#conversations.askAll('follow', wish), this.#log);
		}
	}
}
