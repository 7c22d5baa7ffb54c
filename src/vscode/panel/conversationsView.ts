import * as vscode from 'vscode';
import { apiSource, chatSource, providerSource } from '../../conversations/sources.ts';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import { commands, treeCommands, views } from '../contributions.ts';
import type { Compactions } from '../conversations/compactions.ts';
import type { Services } from '../conversations/services.ts';
import { throttled } from '../conversations/throttled.ts';
import { escaped } from '../plainText.ts';
import { workspaceName } from '../settings/workspace.ts';
import { conversationTexts, recordTexts, type RowTexts } from './rowTexts.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** Maximum rows of one list; *Conversation…* finds the others. */
const maxRows = 200;

/** How long changes are collected before a refresh, milliseconds. */
const refreshDelayMs = 150;

/** How often the ages in rows are refreshed, milliseconds. */
const ageIntervalMs = 60_000;

/** Scheme of addresses that mark the active conversation's row. */
const shownScheme = 'precis-shown';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** A row of the Conversations view, passed to commands as their target. */
export interface TreeElement {
	readonly item: vscode.TreeItem;
	readonly conversation?: string;
	/** Id of the record; 0: the uncompacted log. */
	readonly record?: number;
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
	#rows: readonly ConversationRow[] = [];

	readonly onDidChangeTreeData = this.#onDidChange.event;

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

	getTreeItem({ item }: TreeElement): vscode.TreeItem {
		return item;
	}

	async getChildren(element?: TreeElement): Promise<TreeElement[]> {
		return element === undefined ? this.#roots() : ((await element.children?.()) ?? []);
	}

	dispose(): void {
		this.#onDidChange.dispose();
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
		const group = { item, children: () => this.#page(others, 'elsewhere') };
		return [...here, ...(others.length === 0 ? [] : [group])];
	}

	/** The first rows of a list, the active conversation's row, and one for the rest. */
	#page(rows: readonly ConversationRow[], id: 'here' | 'elsewhere'): TreeElement[] {
		const inSummary = this.#services.shown();
		const elements = rows
			.filter((row, index) => index < maxRows || row.id === inSummary)
			.map((row) => this.#conversation(row, id === 'elsewhere'));
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

	/** @param isElsewhere It belongs to another workspace. */
	#conversation(row: ConversationRow, isElsewhere: boolean): TreeElement {
		const { id, hasHandoff } = row;
		const isShown = id === this.#services.shown();
		const isCompacting = this.#services.isCompacting(id);
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
		return { item, conversation: id, children: () => this.#records(row) };
	}

	/** Newest first; the uncompacted log is last. */
	async #records({ id, tokens }: ConversationRow): Promise<TreeElement[]> {
		const { history, active } = await this.#services.worker.call('history', { id });
		return [...history.toReversed(), undefined].map((entry) => {
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
			return { item, ...named };
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

/** The Conversations view: refreshes the tree. */
export class ConversationsView implements vscode.Disposable {
	readonly #tree: ConversationsTree;
	readonly #view: vscode.TreeView<TreeElement>;
	readonly #subscriptions: vscode.Disposable;
	readonly #refresh = throttled(refreshDelayMs, () => this.#tree.refresh());
	#shown: string | undefined;
	#compacting = '';
	#ageTimer: NodeJS.Timeout | undefined;

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
				worker.onNotification(type, () => this.changed()),
			),
			this.#tree,
			this.#view,
			vscode.window.registerFileDecorationProvider({
				provideFileDecoration: ({ scheme }) =>
					scheme === shownScheme
						? new vscode.FileDecoration('●', vscode.l10n.t('Shown in Summary'))
						: undefined,
			}),
			active.onDidChange(() => {
				if (active.view?.id !== this.#shown) {
					this.#shown = active.view?.id;
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
				clearInterval(this.#ageTimer);
				if (visible) {
					this.#ageTimer = setInterval(() => this.changed(), ageIntervalMs);
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
		clearInterval(this.#ageTimer);
		this.#subscriptions.dispose();
	}
}
