import type { CompactionRecord, SectionsResult } from '../../api.ts';
import type { ConversationView, HistoryEntry } from '../../protocol/conversationView.ts';

/** What other extensions get of the summary a person sees, and of its history. */
export function sectionsOf({ sections = [], standing }: ConversationView): SectionsResult {
	const { history, active } = standing;
	return {
		sections: sections.map(({ title, items }) => ({ title, items })),
		records: history.filter(({ kind }) => kind === 'compaction').map(recordOf),
		...(active === undefined ? {} : { active }),
	};
}

function recordOf(entry: HistoryEntry): CompactionRecord {
	const { number: _, kind: _kind, change: _change, tokensBefore, tokensAfter, ...record } = entry;
	return { ...record, tokens: { before: tokensBefore, after: tokensAfter } };
}
