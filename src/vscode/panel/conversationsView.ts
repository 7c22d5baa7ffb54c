import * as vscode from 'vscode';
import { apiSource, chatSource, providerSource } from '../../conversations/sources.ts';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { commands, treeCommands, views } from '../contributions.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Services } from '../conversations/services.ts';
import { throttled } from '../conversations/throttled.ts';
import { detach } from '../detach.ts';
import { escaped } from '../plainText.ts';
import { workspaceName } from '../settings/workspace.ts';
import { conversationTexts, recordTexts, type RowTexts } from './rowTexts.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** Most rows of one list. *Conversation…* finds the others. */
const longestList = 200;

/** How long changes are collected before a refresh, milliseconds. */
const gatheringMs = 150;

/** How often the ages in rows are refreshed, milliseconds. */
const ageingMs = 60_000;

/** VS Code silently drops a selection while it is busy drawing the view for the first time. */
const selectionAttempts = 2;

/** Scheme of addresses that mark the active conversation's row. */
const shownScheme = 'precis-shown';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** A row of the Conversations view, passed to commands as their target. */
export interface TreeElement {
	readonly item: vscode.TreeItem;
	readonly conversation?: string;
	/** Id of the record; 0: the uncompacted log. */
	readonly record?: number;
	readonly parent?: TreeElement | undefined;
	readonly children?: () => TreeElement[] | Promise<TreeElement[]>;
}

interface TreeServices {
	readonly worker: Pick<WorkerClient, 'call'>;
	/** Id of the active conversation. */
	readonly shown: () => string | undefined;
	readonly isCompacting: (id: string) => boolean;
	readonly workspace: () => string | undefined;
	readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/** The conversations with their records, read on demand. */
export class ConversationsTree implements vscode.TreeDataProvider<TreeElement> {
	readonly #services: TreeServices;
	readonly #onDidChange = new vscode.EventEmitter<undefined>();
	readonly #onDidRead = new vscode.EventEmitter<void>();
	#rows: readonly ConversationRow[] = [];
	/** The rows that VS Code has, without records. */
	#elements: readonly TreeElement[] = [];

	readonly onDidChangeTreeData = this.#onDidChange.event;

	/** Fires after all rows were read. */
	readonly onDidRead = this.#onDidRead.event;

	constructor(services: TreeServices) {
		this.#services = services;
	}

	/** Refreshes the visible rows. Selection and expansion stay. */
	refresh(): void {
		this.#onDidChange.fire(undefined);
	}

	/** Sorts by age again. Otherwise rows keep their places while the list is visible. */
	sort(): void {
		this.#rows = [];
		this.refresh();
	}

	/** The row of a conversation; undefined: the view has none. */
	find(id: string): TreeElement | undefined {
		return this.#elements.find(({ conversation }) => conversation === id);
	}

	getTreeItem({ item }: TreeElement): vscode.TreeItem {
		return item;
	}

	getParent({ parent }: TreeElement): TreeElement | undefined {
		return parent;
	}

	async getChildren(element?: TreeElement): Promise<TreeElement[]> {
		return element === undefined ? this.#roots() : ((await element.children?.()) ?? []);
	}

	dispose(): void {
		this.#onDidChange.dispose();
		this.#onDidRead.dispose();
	}

	async #roots(): Promise<TreeElement[]> {
		const { worker, workspace, log } = this.#services;
		try {
			this.#rows = inOrder(await worker.call('list', null), this.#rows);
		} catch (error) {
			// The previous list is better than none.
			log.error(error instanceof Error ? error : String(error));
		}
		const own = workspace();
		const isHere = (row: ConversationRow): boolean => row.workspace === own;
		const here = this.#page(this.#rows.filter(isHere), 'here');
		const others = this.#rows.filter((row) => !isHere(row));
		const label = vscode.l10n.t('Other workspaces');
		const item = new vscode.TreeItem(label, here.length === 0 ? Expanded : Collapsed);
		item.id = 'elsewhere';
		item.description = String(others.length);
		item.iconPath = new vscode.ThemeIcon('folder-library');
		const group: TreeElement = { item, children: () => elsewhere };
		const elsewhere = this.#page(others, 'elsewhere', group);
		this.#elements = [...here, ...elsewhere];
		// VS Code processes the rows after this promise.
		setImmediate(() => this.#onDidRead.fire());
		return [...here, ...(elsewhere.length === 0 ? [] : [group])];
	}

	/**
	 * The first rows of a list, the active conversation's row, and one for the rest.
	 * @param group The group of other workspaces, if the rows are in it.
	 */
	#page(rows: readonly ConversationRow[], id: string, group?: TreeElement): TreeElement[] {
		const inSummary = this.#services.shown();
		const elements = rows
			.filter((row, index) => index < longestList || row.id === inSummary)
			.map((row) => this.#conversation(row, group));
		const hidden = rows.length - elements.length;
		if (hidden === 0) {
			return elements;
		}
		const item = new vscode.TreeItem(vscode.l10n.t('Search all conversations…'));
		item.id = `more/${id}`;
		item.description = vscode.l10n.t('{0} not shown', hidden);
		item.iconPath = new vscode.ThemeIcon('search');
		item.command = { command: commands.openConversation, title: vscode.l10n.t('Open') };
		return [...elements, { item }];
	}

	/** @param group The group of other workspaces, if the row is in it. */
	#conversation(row: ConversationRow, group?: TreeElement): TreeElement {
		const { id, hasHandoff } = row;
		const isShown = id === this.#services.shown();
		const isCompacting = this.#services.isCompacting(id);
		const isElsewhere = group !== undefined;
		const status = { now: Date.now(), isShown, isCompacting, isElsewhere };
		const texts = conversationTexts(row, status);
		const item = itemOf(texts, `conversation/${id}`, isCompacting ? 'sync~spin' : iconOf(row));
		item.collapsibleState = row.records === 0 ? None : Collapsed;
		if (isShown) {
			item.resourceUri = vscode.Uri.from({ scheme: shownScheme, path: `/${id}` });
		}
		const state = isCompacting ? 'compacting' : 'idle';
		item.contextValue = `conversation ${hasHandoff ? 'handoff ' : ''}${state}`;
		item.command = {
			command: commands.openConversation,
			title: vscode.l10n.t('Open'),
			arguments: [{ conversation: id }],
		};
		const element: TreeElement = {
			item,
			conversation: id,
			parent: group,
			children: () => this.#records(row, element),
		};
		return element;
	}

	/** Newest first; the uncompacted log is last. */
	async #records({ id, tokens }: ConversationRow, parent: TreeElement): Promise<TreeElement[]> {
		const { entries, active } = await this.#services.worker.call('history', { id });
		return [...entries.toReversed(), undefined].map((entry) => {
			const named = { conversation: id, record: entry?.id ?? 0 };
			const isActive = entry?.id === active;
			const texts = recordTexts(entry, isActive, tokens, Date.now());
			const icon = isActive ? 'check' : iconOfEntry(entry);
			const item = itemOf(texts, `record/${id}/${named.record}`, icon);
			const handoff = entry === undefined ? '' : 'handoff ';
			item.contextValue = `record ${handoff}${isActive ? 'active' : 'inactive'}`;
			if (entry !== undefined) {
				const title = vscode.l10n.t('Open Handoff as Document');
				item.command = { command: treeCommands.showHandoff, title, arguments: [named] };
			}
			return { item, ...named, parent };
		});
	}
}

/** Earlier rows keep their order; new ones come first. */
function inOrder(
	rows: readonly ConversationRow[],
	before: readonly ConversationRow[],
): readonly ConversationRow[] {
	const places = new Map(before.map(({ id }, index) => [id, index]));
	const placeOf = ({ id }: ConversationRow): number => places.get(id) ?? -1;
	return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** @param id A stable id, by which VS Code keeps selection and expansion. */
function itemOf(
	{ label, description, details, spoken }: RowTexts,
	id: string,
	icon: string,
): vscode.TreeItem {
	const item = new vscode.TreeItem(label);
	item.id = id;
	item.description = description;
	item.iconPath = new vscode.ThemeIcon(icon);
	item.accessibilityInformation = { label: spoken };
	item.tooltip = new vscode.MarkdownString(details.map(escaped).join('  \n'));
	return item;
}

function iconOf({ source, viewed }: ConversationRow): string {
	const icons = {
		[chatSource]: 'comment-discussion',
		[providerSource]: 'hubot',
		[apiSource]: 'extensions',
	};
	return viewed ? 'eye' : (icons[source as keyof typeof icons] ?? 'book');
}

function iconOfEntry(entry: HistoryEntry | undefined): string {
	const icons = { compaction: 'fold', prune: 'filter', pin: 'pin', edit: 'edit', remove: 'remove' };
	return entry === undefined ? 'list-unordered' : icons[entry.kind];
}

/** The Conversations view: refreshes the tree and selects the active conversation. */
export class ConversationsView implements vscode.Disposable {
	readonly #tree: ConversationsTree;
	readonly #view: vscode.TreeView<TreeElement>;
	readonly #subscriptions: vscode.Disposable;
	readonly #refresh = throttled(gatheringMs, () => this.#tree.refresh());
	#shown: string | undefined;
	/** Remaining attempts to select the active conversation. */
	#attempts = 0;
	#compacting = '';
	#ageing: NodeJS.Timeout | undefined;

	constructor({ active, worker, log }: Services, compactions: Compactions) {
		this.#tree = new ConversationsTree({
			worker,
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
			active.onDidChange(() => {
				if (active.view?.id !== this.#shown) {
					this.#shown = active.view?.id;
					this.#attempts = selectionAttempts;
					this.changed();
				}
			}),
			compactions.onDidChange(() => {
				const compacting = compactions.ids.join(' ');
				if (compacting !== this.#compacting) {
					this.#compacting = compacting;
					this.changed();
				}
			}),
			// Another window may have changed the store.
			vscode.window.onDidChangeWindowState(({ focused }) => focused && this.changed()),
			this.#view.onDidChangeVisibility(({ visible }) => {
				clearInterval(this.#ageing);
				if (visible) {
					this.#ageing = setInterval(() => this.changed(), ageingMs);
					this.#attempts = selectionAttempts;
					this.#tree.sort();
				}
			}),
		);
	}

	/** The selected row, for key bindings. */
	get selected(): TreeElement | undefined {
		return this.#view.selection[0];
	}

	/** Schedules a refresh after a change. */
	changed(): void {
		this.#refresh(undefined);
	}

	dispose(): void {
		this.#refresh.stop();
		clearInterval(this.#ageing);
		this.#subscriptions.dispose();
	}

	/** Selects the active conversation. Neither opens nor focuses the view. */
	async #select(): Promise<void> {
		const element = this.#shown === undefined ? undefined : this.#tree.find(this.#shown);
		if (element === undefined || this.#attempts === 0 || !this.#view.visible) {
			return;
		}
		const isSelected = this.selected?.item.id === element.item.id;
		const isFirst = this.#attempts === selectionAttempts;
		// The user has clicked this row, or another one since.
		if (isFirst ? isSelected : !isSelected) {
			this.#attempts = 0;
			return;
		}
		this.#attempts -= 1;
		// VS Code draws rows a little later: wait for one round trip.
		await vscode.commands.executeCommand('noop');
		await this.#view.reveal(element, { select: true, focus: false });
	}
}
