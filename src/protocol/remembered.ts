import * as v from 'valibot';
import { sectionTitles } from '../summary/sections.ts';

/** What can be opened and closed: of a section also whether all of its items are shown. */
export type Foldable =
	| (typeof sectionTitles)[number]
	| `all ${(typeof sectionTitles)[number]}`
	| 'meter'
	| 'receipt'
	| 'viewedReceipt'
	| 'preview'
	| 'history'
	| 'lookUps'
	| 'added'
	| 'open'
	| 'quotes'
	| 'problems';

/** What the person has opened and closed: a {@link Foldable} each. */
export type Toggles = Readonly<Record<string, boolean>>;

/** Longest text that is remembered, characters. */
const maxLength = 1_000_000;

const text = v.pipe(v.string(), v.maxLength(maxLength));

const editSchema = v.strictObject({
	record: v.number(),
	section: v.picklist(sectionTitles),
	index: v.number(),
	text,
	draft: text,
});

/** A change of an item that is being written. */
export type ItemEdit = Readonly<v.InferOutput<typeof editSchema>>;

/** Everything but the focus, which is as typed so far, is of the conversation. */
export const rememberedSchema = v.strictObject({
	conversation: text,
	toggles: v.record(v.string(), v.boolean()),
	focus: text,
	edit: v.optional(v.pipe(editSchema, v.readonly())),
	/** How far the page was scrolled, pixels. */
	top: v.number(),
});

/** What the panel remembers while it is hidden. The host keeps it: the page is gone then. */
export type RememberedState = Readonly<v.InferOutput<typeof rememberedSchema>>;

/** What is remembered at first. */
export const nothingRemembered: RememberedState = {
	conversation: '',
	toggles: {},
	focus: '',
	top: 0,
};

/** What holds of it for a conversation: another one starts with everything as it is at first. */
export function rememberedOf(state: RememberedState, conversation: string): RememberedState {
	return state.conversation === conversation
		? state
		: { ...nothingRemembered, conversation, focus: state.focus };
}
