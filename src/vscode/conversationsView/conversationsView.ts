import * as vscode from 'vscode';
import type { ActiveConversation } from '../activeConversation.ts';
import type { Compactions } from '../compactions.ts';
import { views } from '../contributions.ts';
import type { Conversations } from '../conversations.ts';
import { detach } from '../detach.ts';
import { throttled } from '../throttled.ts';
import { workspaceName } from '../workspaceName.ts';
import { ConversationsTree } from './conversationsTree.ts';
import { registerShownDecoration } from './shownDecoration.ts';
import type { MoreElement, TreeElement } from './treeElement.ts';

export interface ConversationsViewServices {
	readonly active: ActiveConversation;
	readonly compactions: Compactions;
	readonly conversations: Conversations;
	readonly log: vscode.LogOutputChannel;
}

/** How long changes are gathered before the list is read again, milliseconds. */
const gatheringMs = 150;

/** How often the rows say anew how long ago something was, milliseconds: their smallest step. */
const ageingMs = 60_000;

/** The Conversations view: keeps the tree up to date, and the shown conversation selected in it. */
export class ConversationsView implements vscode.Disposable {
	readonly #services: ConversationsViewServices;
	readonly #tree: ConversationsTree;
	readonly #view: vscode.TreeView<TreeElement>;
	readonly #refresh = throttled(gatheringMs, () => this.#tree.refresh());
	readonly #subscriptions: vscode.Disposable;
	#shown: string | undefined;
	/** What is to be selected once it is in the list. */
	#toSelect: string | undefined;
	#compacting = '';
	#ageing: NodeJS.Timeout | undefined;

	constructor(services: ConversationsViewServices) {
		const { active, compactions, conversations, log } = services;
		this.#services = services;
		this.#tree = new ConversationsTree({
			conversations,
			shown: () => active.view?.id,
			isCompacting: (id) => compactions.running(id) !== undefined,
			workspace: workspaceName,
			log,
		});
		this.#view = vscode.window.createTreeView(views.conversations, {
			treeDataProvider: this.#tree,
			showCollapseAll: true,
		});
		this.#subscriptions = vscode.Disposable.from(
			this.#tree,
			this.#view,
			registerShownDecoration(),
			this.#tree.onDidRead(() => detach(this.#select(), log)),
			active.onDidChange(() => this.#followShown()),
			compactions.onDidChange(() => this.#followCompactions()),
			// Another window may have changed what is stored.
			vscode.window.onDidChangeWindowState(({ focused }) => focused && this.changed()),
			this.#view.onDidChangeVisibility(() => this.#followVisibility()),
		);
	}

	/** The row that is selected, for commands that are run by a key. */
	get selected(): TreeElement | undefined {
		return this.#view.selection[0];
	}

	/** Something about the conversations has changed: what is visible is read again, soon. */
	changed(): void {
		this.#refresh(undefined);
	}

	showMore(element: MoreElement): void {
		this.#tree.showMore(element);
	}

	dispose(): void {
		this.#refresh.stop();
		clearInterval(this.#ageing);
		this.#subscriptions.dispose();
	}

	#followShown(): void {
		const id = this.#services.active.view?.id;
		if (id !== this.#shown) {
			this.#shown = id;
			this.#toSelect = id;
			this.changed();
		}
	}

	#followCompactions(): void {
		const compacting = this.#services.compactions.ids.join(' ');
		if (compacting !== this.#compacting) {
			this.#compacting = compacting;
			this.changed();
		}
	}

	#followVisibility(): void {
		clearInterval(this.#ageing);
		if (this.#view.visible) {
			this.#ageing = setInterval(() => this.changed(), ageingMs);
			this.#toSelect = this.#shown;
			this.changed();
		}
	}

	/** Selects the conversation that is shown since. The view is neither opened nor focused for it. */
	async #select(): Promise<void> {
		const element = this.#toSelect === undefined ? undefined : this.#tree.find(this.#toSelect);
		if (element === undefined || !this.#view.visible) {
			return;
		}
		this.#toSelect = undefined;
		const [selected] = this.#view.selection;
		const isSelected =
			selected?.kind === 'conversation' && selected.conversation === element.conversation;
		if (!isSelected) {
			await this.#view.reveal(element, { select: true, focus: false });
		}
	}
}
