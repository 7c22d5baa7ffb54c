import * as vscode from 'vscode';
import type { ConversationRow } from '../../protocol/conversationView.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { throttled } from '../conversations/throttled.ts';
import type { SharedList } from './sharedList.ts';
import {
	firstOf,
	listOf,
	pageLength,
	rowGroups,
	type ConversationElement,
	type ElsewhereElement,
	type MoreElement,
	type TreeGroup,
	type RecordElement,
	type RepositoryElement,
	type SharedElement,
	type TreeElement,
} from './treeElement.ts';
import {
	conversationItem,
	elsewhereItem,
	moreItem,
	recordItem,
	repositoryItem,
	sharedItem,
} from './treeItems.ts';

/** How long changes are gathered before everything is read again, milliseconds. */
const gatheringMs = 150;

/** What there may be more of than a page. */
type ListedElement = ConversationElement | RecordElement | SharedElement;

export interface TreeServices {
	readonly conversations: Pick<Conversations, 'ask' | 'askAll'>;
	/** Id of the conversation that the Summary view is about. */
	readonly shown: () => string | undefined;
	readonly isCompacting: (id: string) => boolean;
	readonly shared: Pick<SharedList, 'repositories'>;
	readonly workspace: () => string | undefined;
	readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/**
 * The conversations with their records, for a native tree. Nothing is read before VS Code asks for it,
 * and looking at a row makes no conversation live.
 */
export class ConversationsTree implements vscode.TreeDataProvider<TreeElement>, vscode.Disposable {
	readonly #services: TreeServices;
	readonly #onDidChange = new vscode.EventEmitter<undefined>();
	/** How many rows of a list are shown, where that is more than a page. */
	readonly #limits = new Map<string, number>();
	#rows: readonly ConversationRow[] = [];
	#elsewhere: ElsewhereElement | undefined;
	#repository: RepositoryElement | undefined;
	/** Those that are shown now, by conversation. */
	readonly #elements = new Map<string, ConversationElement>();

	readonly #onDidRead = new vscode.EventEmitter<void>();
	readonly #fire = throttled(gatheringMs, () => this.#onDidChange.fire(undefined));
	/** VS Code has asked for it at some time: before that there is nothing to read again. */
	#isRead = false;
	/** It is going to be read again. */
	#isStale = false;

	readonly onDidChangeTreeData = this.#onDidChange.event;

	/** Fires when VS Code has got all rows, and nothing has changed since. */
	readonly onDidRead = this.#onDidRead.event;

	constructor(services: TreeServices) {
		this.#services = services;
	}

	/** Has everything that is visible read again, soon. Selection and expansion stay. */
	refresh(): void {
		this.#isStale = true;
		if (this.#isRead) {
			this.#fire(undefined);
		}
	}

	/** Has the newest first again: while people look at the list, rows stay where they are. */
	sort(): void {
		this.#rows = [];
		this.refresh();
	}

	showMore({ list }: MoreElement): void {
		this.#limits.set(list, this.#limitOf(list) + pageLength);
		this.refresh();
	}

	/** The row of a conversation; undefined when there is none now. */
	find(id: string): ConversationElement | undefined {
		return this.#elements.get(id);
	}

	getTreeItem(element: TreeElement): vscode.TreeItem {
		const { shown, isCompacting } = this.#services;
		switch (element.kind) {
			case 'conversation':
				return conversationItem(element, {
					now: Date.now(),
					isShown: element.conversation === shown(),
					isCompacting: isCompacting(element.conversation),
					isElsewhere: element.place === 'elsewhere',
				});
			case 'record':
				return recordItem(element, Date.now());
			case 'elsewhere':
				return elsewhereItem(element);
			case 'repository':
				return repositoryItem(element);
			case 'shared':
				return sharedItem(element, Date.now());
			case 'more':
				return moreItem(element);
		}
	}

	async getChildren(parent?: TreeElement): Promise<TreeElement[]> {
		switch (parent?.kind) {
			case undefined:
				return this.#roots();
			case 'elsewhere':
				return this.#page(this.#conversations('elsewhere'), parent);
			case 'repository':
				return this.#page(this.#sharedHandoffs(), parent);
			case 'conversation':
				return this.#page(await this.#records(parent), parent);
			case 'record':
			case 'shared':
			case 'more':
				return [];
		}
	}

	getParent(element: TreeElement): TreeElement | undefined {
		switch (element.kind) {
			case 'conversation':
				return element.place === 'elsewhere' ? this.#elsewhere : undefined;
			case 'record':
				return this.find(element.conversation);
			case 'shared':
				return this.#repository;
			case 'elsewhere':
			case 'repository':
			case 'more':
				return undefined;
		}
	}

	dispose(): void {
		this.#fire.stop();
		this.#onDidChange.dispose();
		this.#onDidRead.dispose();
	}

	async #roots(): Promise<TreeElement[]> {
		this.#isRead = true;
		this.#isStale = false;
		// What was to be read again is read now.
		this.#fire.stop();
		try {
			this.#rows = inOrder(await this.#services.conversations.askAll('list', null), this.#rows);
		} catch (error) {
			// What was there is better than nothing; whoever asked for something is told of the failure.
			this.#services.log.error(error instanceof Error ? error : String(error));
		}
		this.#elements.clear();
		// VS Code takes the rows in with what follows this promise.
		setImmediate(() => {
			if (!this.#isStale) {
				this.#onDidRead.fire();
			}
		});
		const here = this.#page(this.#conversations('here'));
		this.#repository = this.#repositoryGroup(here.length === 0);
		const above = this.#repository === undefined ? here : [...here, this.#repository];
		this.#elsewhere = this.#elsewhereGroup(above.length === 0);
		return this.#elsewhere === undefined ? above : [...above, this.#elsewhere];
	}

	#repositoryGroup(isAlone: boolean): RepositoryElement | undefined {
		const count = this.#sharedHandoffs().length;
		const unlisted = this.#services.shared.repositories.reduce(
			(sum, repository) => sum + repository.unlisted,
			0,
		);
		return count === 0 ? undefined : { kind: 'repository', count, unlisted, isAlone };
	}

	#elsewhereGroup(isAlone: boolean): ElsewhereElement | undefined {
		const conversations = this.#conversations('elsewhere');
		if (conversations.length === 0) {
			return undefined;
		}
		const group = { kind: 'elsewhere', count: conversations.length, isAlone } as const;
		// One of them may be looked for before the row above it was opened.
		this.#page(conversations, group);
		return group;
	}

	#sharedHandoffs(): SharedElement[] {
		return this.#services.shared.repositories.flatMap(({ repository: { folder }, handoffs }) =>
			handoffs.map((handoff) => ({ kind: 'shared', folder, handoff })),
		);
	}

	#conversations(place: TreeGroup): ConversationElement[] {
		return rowGroups(this.#rows, this.#services.workspace())[place].map((row) => ({
			kind: 'conversation',
			conversation: row.id,
			row,
			place,
		}));
	}

	/** Newest first, the log as it is at the end. */
	async #records({ conversation, row }: ConversationElement): Promise<RecordElement[]> {
		const { entries, active } = await this.#services.conversations.ask('history', {
			id: conversation,
		});
		const common = { kind: 'record', conversation, logTokens: row.tokens } as const;
		const records = entries
			.toReversed()
			.map((entry) => ({ ...common, record: entry.id, entry, isActive: entry.id === active }));
		return [...records, { ...common, record: 0, isActive: active === undefined }];
	}

	/** What is shown of a list, and a row for the rest. */
	#page(elements: readonly ListedElement[], parent?: TreeElement): TreeElement[] {
		const list = listOf(parent);
		const isWanted = (element: ListedElement): boolean =>
			element.kind === 'conversation'
				? element.conversation === this.#services.shown()
				: element.kind === 'record' && element.isActive;
		const { shown, hidden } = firstOf(elements, this.#limitOf(list), isWanted);
		for (const element of shown) {
			if (element.kind === 'conversation') {
				this.#elements.set(element.conversation, element);
			}
		}
		return hidden === 0 ? [...shown] : [...shown, { kind: 'more', list, hidden }];
	}

	#limitOf(list: string): number {
		return this.#limits.get(list) ?? pageLength;
	}
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
