import type { ItemChange, PlacedItem } from '../compaction/changes.ts';

export type { ItemChange };

/** An item of the active record, as the panel shows it. */
export interface ItemPlace extends PlacedItem {
	/** Id of the record the person looks at. */
	readonly record: number;
}

/** How a change ended. */
export type ItemChangeResult =
	| {
			readonly kind: 'changed';
			/** Pinned and edited items take more than a sensible share of the window. Tokens. */
			readonly overBudget?: { readonly pinned: number; readonly sensible: number };
	  }
	| {
			readonly kind: 'refused';
			readonly reason: /** Another record is active, or the item is another one. */
				| 'stale'
				/** An edit left nothing. */
				| 'blank'
				/** Pins may take a tenth of the window at most. */
				| 'no-room'
				/** A compaction runs. */
				| 'busy';
	  };

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
