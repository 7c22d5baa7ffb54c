import * as vscode from 'vscode';
import { apiSource, chatSource, providerSource } from '../../conversations/sources.ts';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { commands, treeCommands } from '../contributions.ts';
import { escaped } from '../plainText.ts';
import { RowLanguage } from './rowLanguage.ts';
import { conversationTexts, recordTexts, type RowTexts } from './rowTexts.ts';

/** Rows of one list; the others are found by *Conversation…*, which can be searched. */
const longestList = 200;

/** Scheme of addresses that nobody opens: they mark the row that the Summary view is about. */
export const shownScheme = 'precis-shown';

/** A row of the Conversations view. */
export type TreeElement =
	| ConversationElement
	/** A record of a conversation; without an entry, its log as it is, which has the id 0. */
	| {
			readonly kind: 'record';
			readonly conversation: string;
			readonly record: number;
			readonly entry?: HistoryEntry;
			readonly logTokens: number;
			readonly isActive: boolean;
	  }
	/** What the conversations of other workspaces stand below. */
	| { readonly kind: 'elsewhere'; readonly count: number; readonly isAlone: boolean }
	/** Stands for rows that are not shown. */
	| { readonly kind: 'more'; readonly id: string; readonly hidden: number };

/** A conversation. */
export interface ConversationElement {
	readonly kind: 'conversation';
	readonly conversation: string;
	readonly row: ConversationRow;
	/** It belongs to another workspace. */
	readonly isElsewhere: boolean;
}

export interface TreeServices {
	readonly conversations: Pick<Conversations, 'ask' | 'askAll'>;
	/** Id of the conversation that the Summary view is about. */
	readonly shown: () => string | undefined;
	readonly isCompacting: (id: string) => boolean;
	readonly workspace: () => string | undefined;
	readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const language = new RowLanguage(vscode.l10n, vscode.env.language);

/**
 * The conversations with their records, for a native tree. Nothing is read before VS Code asks for it,
 * and looking at a row makes no conversation live.
 */
export class ConversationsTree implements vscode.TreeDataProvider<TreeElement> {
	readonly #services: TreeServices;
	readonly #onDidChange = new vscode.EventEmitter<undefined>();
	readonly #onDidRead = new vscode.EventEmitter<void>();
	#rows: readonly ConversationRow[] = [];
	/** Conversations of this workspace, and of others, as they were read last. */
	#here: readonly ConversationElement[] = [];
	#elsewhere: readonly ConversationElement[] = [];
	#group: TreeElement | undefined;

	readonly onDidChangeTreeData = this.#onDidChange.event;

	/** Fires when all rows were read. */
	readonly onDidRead = this.#onDidRead.event;

	constructor(services: TreeServices) {
		this.#services = services;
	}

	/** Has everything that is visible read again. Selection and expansion stay. */
	refresh(): void {
		this.#onDidChange.fire(undefined);
	}

	/** Has the newest first again: while people look at the list, rows stay where they are. */
	sort(): void {
		this.#rows = [];
		this.refresh();
	}

	/** The row of a conversation; undefined when there is none now. */
	find(id: string): ConversationElement | undefined {
		return [...this.#here, ...this.#elsewhere].find(({ conversation }) => conversation === id);
	}

	getTreeItem(element: TreeElement): vscode.TreeItem {
		switch (element.kind) {
			case 'conversation':
				return this.#conversationItem(element);
			case 'record':
				return recordItem(element);
			case 'elsewhere':
				return elsewhereItem(element);
			case 'more':
				return moreItem(element);
		}
	}

	async getChildren(parent?: TreeElement): Promise<TreeElement[]> {
		switch (parent?.kind) {
			case undefined:
				return this.#roots();
			case 'elsewhere':
				return this.#page(this.#elsewhere, 'elsewhere');
			case 'conversation':
				return this.#records(parent);
			case 'record':
			case 'more':
				return [];
		}
	}

	getParent(element: TreeElement): TreeElement | undefined {
		if (element.kind === 'record') {
			return this.find(element.conversation);
		}
		return element.kind === 'conversation' && element.isElsewhere ? this.#group : undefined;
	}

	dispose(): void {
		this.#onDidChange.dispose();
		this.#onDidRead.dispose();
	}

	async #roots(): Promise<TreeElement[]> {
		try {
			this.#rows = inOrder(await this.#services.conversations.askAll('list', null), this.#rows);
		} catch (error) {
			// What was there is better than nothing; whoever asked for something is told of the failure.
			this.#services.log.error(error instanceof Error ? error : String(error));
		}
		const workspace = this.#services.workspace();
		const elements = this.#rows.map(
			(row): ConversationElement => ({
				kind: 'conversation',
				conversation: row.id,
				row,
				isElsewhere: row.workspace !== workspace,
			}),
		);
		this.#here = elements.filter(({ isElsewhere }) => !isElsewhere);
		this.#elsewhere = elements.filter(({ isElsewhere }) => isElsewhere);
		const count = this.#elsewhere.length;
		this.#group =
			count === 0 ? undefined : { kind: 'elsewhere', count, isAlone: this.#here.length === 0 };
		// VS Code takes the rows in with what follows this promise.
		setImmediate(() => this.#onDidRead.fire());
		const here = this.#page(this.#here, 'here');
		return this.#group === undefined ? here : [...here, this.#group];
	}

	/** Newest first, the log as it is at the end. */
	async #records({ conversation: id, row }: ConversationElement): Promise<TreeElement[]> {
		const { entries, active } = await this.#services.conversations.ask('history', { id });
		const common = { kind: 'record', conversation: id, logTokens: row.tokens } as const;
		return [
			...entries
				.toReversed()
				.map((entry) => ({ ...common, record: entry.id, entry, isActive: entry.id === active })),
			{ ...common, record: 0, isActive: active === undefined },
		];
	}

	/** What is shown of a list: the first, the one in the Summary wherever it stands, and a row for the rest. */
	#page(elements: readonly ConversationElement[], id: string): TreeElement[] {
		const shown = this.#services.shown();
		const rows = elements.filter(
			({ conversation }, index) => index < longestList || conversation === shown,
		);
		const hidden = elements.length - rows.length;
		return hidden === 0 ? rows : [...rows, { kind: 'more', id, hidden }];
	}

	#conversationItem(element: ConversationElement): vscode.TreeItem {
		const { row, isElsewhere } = element;
		const isShown = row.id === this.#services.shown();
		const isCompacting = this.#services.isCompacting(row.id);
		const standing = { now: Date.now(), isShown, isCompacting, isElsewhere };
		const item = itemWith(
			conversationTexts(row, standing, language),
			`conversation/${row.id}`,
			row.records === 0 ? None : Collapsed,
		);
		if (isShown) {
			item.resourceUri = vscode.Uri.from({ scheme: shownScheme, path: `/${row.id}` });
		}
		item.iconPath = new vscode.ThemeIcon(isCompacting ? 'sync~spin' : iconOf(row));
		const handoff = row.hasHandoff ? 'handoff ' : '';
		item.contextValue = `conversation ${handoff}${isCompacting ? 'compacting' : 'idle'}`;
		const title = vscode.l10n.t('Open');
		item.command = { command: commands.openConversation, title, arguments: [element] };
		return item;
	}
}

function recordItem(element: Extract<TreeElement, { kind: 'record' }>): vscode.TreeItem {
	const { conversation, record, entry, isActive, logTokens } = element;
	const item = itemWith(
		recordTexts(entry, isActive, logTokens, Date.now(), language),
		`record/${conversation}/${record}`,
		None,
	);
	item.iconPath = new vscode.ThemeIcon(isActive ? 'check' : iconOfEntry(entry));
	const handoff = entry === undefined ? '' : 'handoff ';
	item.contextValue = `record ${handoff}${isActive ? 'active' : 'inactive'}`;
	if (entry !== undefined) {
		const title = vscode.l10n.t('Open Handoff as Document');
		item.command = { command: treeCommands.showHandoff, title, arguments: [element] };
	}
	return item;
}

function elsewhereItem({
	count,
	isAlone,
}: Extract<TreeElement, { kind: 'elsewhere' }>): vscode.TreeItem {
	const label = vscode.l10n.t('Other workspaces');
	const item = new vscode.TreeItem(label, isAlone ? Expanded : Collapsed);
	item.id = 'elsewhere';
	item.description = String(count);
	item.iconPath = new vscode.ThemeIcon('folder-library');
	return item;
}

function moreItem({ id, hidden }: Extract<TreeElement, { kind: 'more' }>): vscode.TreeItem {
	const item = new vscode.TreeItem(vscode.l10n.t('Search all conversations…'));
	item.id = `more/${id}`;
	item.description = vscode.l10n.t('{0} not shown', hidden);
	item.iconPath = new vscode.ThemeIcon('search');
	item.command = { command: commands.openConversation, title: vscode.l10n.t('Open') };
	return item;
}

/** Rows that were there before stay in their order; new ones come first. */
function inOrder(
	rows: readonly ConversationRow[],
	before: readonly ConversationRow[],
): readonly ConversationRow[] {
	const places = new Map(before.map(({ id }, index) => [id, index]));
	const placeOf = ({ id }: ConversationRow): number => places.get(id) ?? -1;
	return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** @param id The same for the same thing, however often it is read: selection and expansion hang on it. */
function itemWith(
	{ label, description, details, spoken }: RowTexts,
	id: string,
	state: vscode.TreeItemCollapsibleState,
): vscode.TreeItem {
	const item = new vscode.TreeItem(label, state);
	item.id = id;
	item.description = description;
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
