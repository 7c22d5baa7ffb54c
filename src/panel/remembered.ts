import * as v from 'valibot';
import { sectionTitles } from '../protocol/conversationView.ts';

/** What can be opened and closed. */
export type Foldable =
	| (typeof sectionTitles)[number]
	| 'meter'
	| 'receipt'
	| 'viewedReceipt'
	| 'preview'
	| 'history'
	| 'breakdown'
	| `breakdown/${string}`
	| 'problems';

/** What the person has opened and closed. */
export type Toggles = Readonly<Partial<Record<Foldable, boolean>>>;

const editSchema = v.object({
	record: v.number(),
	section: v.picklist(sectionTitles),
	index: v.number(),
	text: v.string(),
	draft: v.string(),
});

/** A change of an item that is being written. */
export type ItemEdit = Readonly<v.InferOutput<typeof editSchema>>;

const schema = v.object({
	conversation: v.string(),
	toggles: v.record(v.string(), v.boolean()),
	focus: v.string(),
	edit: v.exactOptional(editSchema),
	anchor: v.exactOptional(v.object({ key: v.string(), offset: v.number() })),
});

/** Where the page was scrolled to: what was at its top, and by how much it was above it. */
export interface ScrollAnchor {
	readonly key: string;
	/** Pixels. */
	readonly offset: number;
}

/** What the panel remembers while it is hidden. */
export interface RememberedState {
	/** Everything but the focus is of this conversation. */
	readonly conversation: string;
	readonly toggles: Toggles;
	/** The focus as typed so far. */
	readonly focus: string;
	readonly edit?: ItemEdit;
	readonly anchor?: ScrollAnchor;
}

/** What is remembered at first. */
export const nothingRemembered: RememberedState = { conversation: '', toggles: {}, focus: '' };

/** Reads what was remembered; whatever does not look like it counts as nothing. */
export function readRemembered(value: unknown): RememberedState {
	const read = v.safeParse(schema, value);
	return read.success ? read.output : nothingRemembered;
}

/** What holds of it for a conversation: another one starts with everything as it is at first. */
export function rememberedOf(state: RememberedState, conversation: string): RememberedState {
	return state.conversation === conversation
		? state
		: { conversation, toggles: {}, focus: state.focus };
}
