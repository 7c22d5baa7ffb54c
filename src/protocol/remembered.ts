import * as v from 'valibot';
import { sectionTitles } from '../summary/sections.ts';

/** Elements that can be opened and closed; for a section also whether all of its items are shown. */
export type Foldable =
	| (typeof sectionTitles)[number]
	| `all ${(typeof sectionTitles)[number]}`
	| 'meter'
	| 'receipt'
	| 'viewedReceipt'
	| 'preview'
	| 'history'
	| 'added'
	| 'open'
	| 'quotes'
	| 'problems';

/** What the user has opened and closed: a {@link Foldable} each. */
export type Toggles = Readonly<Record<string, boolean>>;

/** Maximum length of a remembered text, characters. */
const maxLength = 1_000_000;

const text = v.pipe(v.string(), v.maxLength(maxLength));

const editSchema = v.strictObject({
	record: v.number(),
	section: v.picklist(sectionTitles),
	index: v.number(),
	text,
	draft: text,
});

/** An unfinished edit of an item. */
export type ItemEdit = Readonly<v.InferOutput<typeof editSchema>>;

/** All of it belongs to one conversation, so that an unsaved conversation leaves nothing in another. */
export const rememberedSchema = v.strictObject({
	conversation: text,
	toggles: v.record(v.string(), v.boolean()),
	focus: text,
	edit: v.optional(v.pipe(editSchema, v.readonly())),
	/** Scroll position of the page, pixels. */
	top: v.number(),
});

/** What the panel remembers while its page does not exist. Kept by the host. */
export type RememberedState = Readonly<v.InferOutput<typeof rememberedSchema>>;

/** The initial state. */
export const nothingRemembered: RememberedState = {
	conversation: '',
	toggles: {},
	focus: '',
	top: 0,
};
