import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import type { Conversations } from './conversations.ts';
import { detach } from '../detach.ts';

const key = 'activeConversation';

/** What is remembered. `file`: where it was read from, for a session that was only looked at is not kept. */
const schema = v.object({ id: v.string(), file: v.exactOptional(v.string()) });

type Remembered = v.InferOutput<typeof schema>;

/** Shows the conversation again that was shown when the window was closed. */
export class LastConversation implements vscode.Disposable {
	readonly #memory: vscode.Memento;
	readonly #active: ActiveConversation;
	readonly #conversations: Conversations;
	readonly #listener: vscode.Disposable;
	#remembered: Remembered | undefined;

	constructor(
		memory: vscode.Memento,
		active: ActiveConversation,
		conversations: Conversations,
		log: vscode.LogOutputChannel,
	) {
		this.#memory = memory;
		this.#active = active;
		this.#conversations = conversations;
		this.#remembered = rememberedIn(memory);
		this.#listener = active.onDidChange(() => detach(this.#remember(), log));
	}

	/** Opens it, unless another one is shown by now. @throws {WorkerError} when it cannot be opened. */
	async restore(): Promise<void> {
		const last = this.#remembered;
		if (last === undefined || this.#active.view !== undefined) {
			return;
		}
		if (last.file !== undefined) {
			this.#conversations.remember(last.id, last.file);
		}
		const view = await this.#conversations.view(last.id);
		if (this.#active.view === undefined) {
			this.#active.show(view);
		}
	}

	dispose(): void {
		this.#listener.dispose();
	}

	async #remember(): Promise<void> {
		const { view } = this.#active;
		if (view?.id === this.#remembered?.id) {
			return;
		}
		this.#remembered =
			view === undefined
				? undefined
				: { id: view.id, ...(view.file === undefined ? {} : { file: view.file }) };
		await this.#memory.update(key, this.#remembered);
	}
}

function rememberedIn(memory: vscode.Memento): Remembered | undefined {
	const stored = v.safeParse(schema, memory.get<unknown>(key));
	return stored.success ? stored.output : undefined;
}
