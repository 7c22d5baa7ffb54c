import * as vscode from 'vscode';
import type { ConversationView, RecordView } from '../../protocol/conversationView.ts';
import type { Conversations } from './conversations.ts';

/** A conversation as it is on screen. */
type OnScreen = Pick<ConversationView, 'id' | 'standing'>;

/** A record that a person looks at in place of the active one. */
export class ShownRecord implements vscode.Disposable {
	readonly #conversations: Pick<Conversations, 'ask'>;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	/** How often the person has turned to another record. */
	#turns = 0;
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

	constructor(conversations: Pick<Conversations, 'ask'>) {
		this.#conversations = conversations;
	}

	/**
	 * The record that is looked at in a conversation. Undefined: the active one, also after the person has
	 * compacted or restored since, who wants to see that.
	 */
	of({ id, standing }: OnScreen): RecordView | undefined {
		const shown = this.#shown;
		return shown?.conversation === id && shown.active === standing.active ? shown.view : undefined;
	}

	/** Looks at a record; the active one is shown as ever. */
	async show({ id, standing: { active } }: OnScreen, record: number): Promise<void> {
		if (record === active) {
			this.hide();
			return;
		}
		this.#turns += 1;
		const turn = this.#turns;
		const view = await this.#conversations.ask('recordView', { id, record });
		if (turn !== this.#turns) {
			return;
		}
		this.#shown = view === undefined ? undefined : { conversation: id, active, view };
		this.#onDidChange.fire();
	}

	/** Shows the active record again. */
	hide(): void {
		this.#turns += 1;
		this.#shown = undefined;
		this.#onDidChange.fire();
	}

	dispose(): void {
		this.#onDidChange.dispose();
	}
}
