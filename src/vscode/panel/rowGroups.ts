import type { ConversationRow } from '../../protocol/conversationView.ts';

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
