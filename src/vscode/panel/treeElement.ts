import type { ListedHandoff } from '../../git/sharedHandoffs.ts';
import type { ConversationRow, HistoryEntry } from '../../protocol/conversationView.ts';

/** Where a conversation stands in the tree: with those of this workspace, or of others. */
export type TreeGroup = 'here' | 'elsewhere';

/** A conversation. */
export interface ConversationElement {
	readonly kind: 'conversation';
	readonly conversation: string;
	readonly row: ConversationRow;
	readonly place: TreeGroup;
}

/** A record of a conversation, or its log as it is. */
export interface RecordElement {
	readonly kind: 'record';
	readonly conversation: string;
	/** Its id; 0 for the log as it is. */
	readonly record: number;
	/** Absent for the log. */
	readonly entry?: HistoryEntry;
	/** Tokens of the log. */
	readonly logTokens: number;
	/** The context is derived from it now. */
	readonly isActive: boolean;
}

/** What the conversations of other workspaces stand below. */
export interface ElsewhereElement {
	readonly kind: 'elsewhere';
	readonly count: number;
	/** There is nothing beside it. */
	readonly isAlone: boolean;
}

/** What the handoffs of the workspace's repositories stand below. */
export interface RepositoryElement {
	readonly kind: 'repository';
	readonly count: number;
	/** Those that are not listed. */
	readonly unlisted: number;
	/** There is nothing beside it. */
	readonly isAlone: boolean;
}

/** A handoff that was fetched, or pushed from here. */
export interface SharedElement {
	readonly kind: 'shared';
	/** Of its repository; absolute. */
	readonly folder: string;
	readonly handoff: ListedHandoff;
}

/** Stands for the rows that are not shown yet. */
export interface MoreElement {
	readonly kind: 'more';
	/** Id of the list that it ends, see {@link listOf}. */
	readonly list: string;
	readonly hidden: number;
}

/** A row of the Conversations view. */
export type TreeElement =
	| ConversationElement
	| RecordElement
	| ElsewhereElement
	| RepositoryElement
	| SharedElement
	| MoreElement;

/** Names the list of what stands below a row. @param parent Absent: the outermost. */
export function listOf(parent?: TreeElement): string {
	return parent === undefined ? 'here' : idOf(parent);
}

/** The same for the same thing, however often it is read: selection and expansion hang on it. */
export function idOf(element: TreeElement): string {
	switch (element.kind) {
		case 'conversation':
			return `conversation/${element.conversation}`;
		case 'record':
			return `record/${element.conversation}/${element.record}`;
		case 'elsewhere':
		case 'repository':
			return element.kind;
		case 'shared':
			return `shared/${element.folder}/${element.handoff.name}`;
		case 'more':
			return `more/${element.list}`;
	}
}

/** What a command is about. */
export interface Named {
	readonly conversation: string;
	/** Id of its record, 0 for the log as it is; absent: the active one. */
	readonly record?: number;
}

/** The conversation or record that a command's argument names; others are undefined. */
export function namedBy(argument: unknown): Named | undefined {
	if (typeof argument !== 'object' || argument === null) {
		return undefined;
	}
	const { conversation, record } = argument as Partial<Record<string, unknown>>;
	if (typeof conversation !== 'string') {
		return undefined;
	}
	return { conversation, ...(typeof record === 'number' ? { record } : {}) };
}

/** Rows of one list that are shown before *Show More…*. */
export const pageLength = 100;

/** Conversations of the open workspace, and of all others. Both keep their order. */
export function rowGroups(
	rows: readonly ConversationRow[],
	workspace: string | undefined,
): Readonly<Record<'here' | 'elsewhere', readonly ConversationRow[]>> {
	return {
		here: rows.filter((row) => row.workspace === workspace),
		elsewhere: rows.filter((row) => row.workspace !== workspace),
	};
}

/**
 * The beginning of a list.
 * @param limit How many are shown.
 * @param isWanted Is shown wherever it stands.
 */
export function firstOf<Item>(
	items: readonly Item[],
	limit: number,
	isWanted: (item: Item) => boolean,
): { readonly shown: readonly Item[]; readonly hidden: number } {
	const shown = [...items.slice(0, limit), ...items.slice(limit).filter(isWanted)];
	return { shown, hidden: items.length - shown.length };
}
