import * as vscode from 'vscode';
import type { ConversationRow } from '../../protocol/conversationView.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { throttled } from '../conversations/throttled.ts';
import {
	firstOf,
	listOf,
	pageLength,
	rowGroups,
	type ConversationElement,
	type ElsewhereElement,
	type MoreElement,
	type Place,
	type RecordElement,
	type TreeElement,
} from './treeElement.ts';
import { conversationItem, elsewhereItem, moreItem, recordItem } from './treeItems.ts';

/** How long changes are gathered before everything is read again, milliseconds. */
const gatheringMs = 150;

export interface TreeServices {
	readonly conversations: Pick<Conversations, 'ask' | 'askAll'>;
	/** Id of the conversation that the Summary view is about. */
	readonly shown: () => string | undefined;
	readonly isCompacting: (id: string) => boolean;
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
			case 'conversation':
				return this.#page(await this.#records(parent), parent);
			case 'record':
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
			case 'elsewhere':
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
			this.#rows = await this.#services.conversations.askAll('list', null);
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
		const elsewhere = rowGroups(this.#rows, this.#services.workspace()).elsewhere.length;
		this.#elsewhere =
			elsewhere === 0
				? undefined
				: { kind: 'elsewhere', count: elsewhere, isAlone: here.length === 0 };
		if (this.#elsewhere === undefined) {
			return here;
		}
		// One of them may be looked for before the row above it was opened.
		this.#page(this.#conversations('elsewhere'), this.#elsewhere);
		return [...here, this.#elsewhere];
	}

	#conversations(place: Place): ConversationElement[] {
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
	#page(
		elements: readonly (ConversationElement | RecordElement)[],
		parent?: TreeElement,
	): TreeElement[] {
		const list = listOf(parent);
		const isWanted = (element: ConversationElement | RecordElement): boolean =>
			element.kind === 'conversation'
				? element.conversation === this.#services.shown()
				: element.isActive;
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
