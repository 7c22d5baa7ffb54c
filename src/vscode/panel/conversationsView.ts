import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { throttled } from '../conversations/throttled.ts';
import { views } from '../contributions.ts';
import { detach } from '../detach.ts';
import { workspaceName } from '../settings/workspace.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { ConversationsTree, shownScheme, type TreeElement } from './conversationsTree.ts';

export interface ConversationsViewServices {
	readonly active: ActiveConversation;
	readonly compactions: Compactions;
	readonly conversations: Conversations;
	readonly worker: WorkerClient;
	readonly log: vscode.LogOutputChannel;
}

/** How long changes are gathered before everything is read again, milliseconds. */
const gatheringMs = 150;

/** How often the rows say anew how long ago something was, milliseconds: their smallest step. */
const ageingMs = 60_000;

/** A selection gets lost while a busy VS Code draws the view for the first time, and nobody is told. */
const selectionAttempts = 2;

/** The Conversations view: keeps the tree up to date, and the shown conversation selected in it. */
export class ConversationsView implements vscode.Disposable {
	readonly #services: ConversationsViewServices;
	readonly #tree: ConversationsTree;
	readonly #view: vscode.TreeView<TreeElement>;
	readonly #subscriptions: vscode.Disposable;
	readonly #refresh = throttled(gatheringMs, () => this.#tree.refresh());
	#shown: string | undefined;
	/** How often the shown conversation is still to be selected once it is in the list. */
	#attempts = 0;
	#compacting = '';
	#ageing: NodeJS.Timeout | undefined;

	constructor(services: ConversationsViewServices) {
		const { active, compactions, conversations, worker, log } = services;
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
			...(['created', 'changed', 'deleted', 'stopped'] as const).map((type) =>
				worker.onDidTell(type, () => this.changed()),
			),
			this.#tree,
			this.#view,
			vscode.window.registerFileDecorationProvider({
				provideFileDecoration: ({ scheme }) =>
					scheme === shownScheme
						? new vscode.FileDecoration('●', vscode.l10n.t('Shown in Summary'))
						: undefined,
			}),
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

	dispose(): void {
		this.#refresh.stop();
		clearInterval(this.#ageing);
		this.#subscriptions.dispose();
	}

	#followShown(): void {
		const id = this.#services.active.view?.id;
		if (id !== this.#shown) {
			this.#shown = id;
			this.#attempts = selectionAttempts;
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
			this.#attempts = selectionAttempts;
			this.#tree.sort();
		}
	}

	/** Selects the conversation that is shown since. The view is neither opened nor focused for it. */
	async #select(): Promise<void> {
		const element = this.#shown === undefined ? undefined : this.#tree.find(this.#shown);
		if (element === undefined || this.#attempts === 0 || !this.#view.visible) {
			return;
		}
		const { selected } = this;
		const isSelected =
			selected?.kind === 'conversation' && selected.conversation === element.conversation;
		const isFirst = this.#attempts === selectionAttempts;
		// It was clicked; or another row has been since.
		if (isFirst ? isSelected : !isSelected) {
			this.#attempts = 0;
			return;
		}
		this.#attempts -= 1;
		// VS Code draws rows a little after it has got them: a way there and back is long enough.
		await vscode.commands.executeCommand('noop');
		await this.#view.reveal(element, { select: true, focus: false });
	}
}
