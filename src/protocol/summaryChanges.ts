import type { SectionTitle } from '../summary/sections.ts';

/** What a person does to one item of a summary. Each is a record of its own, and can be undone. */
export type ItemChange =
	/** It stays word for word in every later handoff, or does not any more. */
	| { readonly kind: 'pin' }
	| { readonly kind: 'unpin' }
	/** Says it otherwise; what a person wrote stays word for word as well. */
	| { readonly kind: 'edit'; readonly text: string }
	/** It is left out, also of later handoffs. */
	| { readonly kind: 'remove' };

/** An item of the active record, as the panel shows it. */
export interface ItemPlace {
	/** Id of the record the person looks at. */
	readonly record: number;
	readonly section: SectionTitle;
	/** From 0. */
	readonly index: number;
	/** The item's text: another one in its place is not changed. */
	readonly text: string;
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
			readonly reason:
				/** Another record is active, or the item is another one. */
				| 'stale'
				/** An edit left nothing. */
				| 'blank'
				/** Pins may take a tenth of the window at most. */
				| 'no-room'
				/** A compaction runs. */
				| 'busy';
	  };
