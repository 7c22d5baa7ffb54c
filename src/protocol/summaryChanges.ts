import type { PlacedItem } from '../compaction/changes.ts';

/** What the panel knows of changes. */
export type { ItemChange, StoredItem } from '../compaction/changes.ts';

/** An item was removed: told where it stood. */
export interface RemovalNotice {
	readonly kind: 'removed';
	readonly text: string;
	/** The record that was active before, to go back to. */
	readonly before: number;
	/** Where the item stood in that record; the index from 0. */
	readonly section: PlacedItem['section'];
	readonly index: number;
}

/** What a person is told after a change. */
export type ItemChangeNotice =
	| RemovalNotice
	| { readonly kind: 'refused'; readonly text: string }
	| {
			readonly kind: 'over-budget';
			readonly text: string;
			/** The record that was active before, to go back to. */
			readonly before: number;
	  };
