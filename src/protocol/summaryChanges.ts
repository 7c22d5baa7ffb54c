/** What the panel knows of changes. */
export type { ItemChange, StoredItem } from '../compaction/changes.ts';

/** What a person is told after a change. */
export type ItemChangeNotice =
	| { readonly kind: 'refused'; readonly text: string }
	| {
			/** An item was removed, or pins and edits take much of the window. */
			readonly kind: 'removed' | 'over-budget';
			readonly text: string;
			/** The record that was active before, to go back to. */
			readonly before: number;
	  };
