import type { CompactionRecord } from '../compaction/record.ts';
import { renderContext } from '../compaction/render.ts';
import type { SqliteStore } from './store/sqliteStore.ts';
import type { StoredConversation } from './store/store.ts';

/**
 * Tokens of the context a stored conversation has, without reading what was summarised: of the messages behind the summary
 * only their counts are. What a provider asks of a message list, and a context has beside them, is not in it.
 */
export function storedContextTokens(
	store: Pick<SqliteStore, 'log' | 'tokens'>,
	{ id, tokens }: StoredConversation,
	record: CompactionRecord | undefined,
): number {
	if (record === undefined) {
		return tokens;
	}
	const { latestUser, ...layout } = record.layout;
	const { start, end } = layout.range;
	const front = store.log(id, { start: 0, end: start });
	const summarised = renderContext(front, { ...record, layout });
	const edits = new Map(layout.edits.map((edit) => [edit.message, edit.tokens]));
	const counted = (from: number, to: number): number =>
		store
			.tokens(id, { start: from, end: to })
			.reduce((sum, own, index) => sum + (edits.get(from + index) ?? own), 0);
	const latest = latestUser === undefined ? 0 : counted(latestUser, latestUser + 1);
	return summarised.tokens + latest + counted(end, Infinity);
}
