import * as v from 'valibot';
import { sectionTitles } from '../summary/sections.ts';
import { leavingRequests } from './leaving.ts';
import { rememberedSchema } from './remembered.ts';

/** Longest focus a person can give, characters. */
export const maxFocusLength = 2_000;

const focus = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxFocusLength));

/** Longest text of an item, characters. */
const maxItemLength = 1_000_000;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const fromOne = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const itemPlace = v.strictObject({
	record: fromOne,
	section: v.picklist(sectionTitles),
	index: count,
	text: v.pipe(v.string(), v.maxLength(maxItemLength)),
});

const itemChange = v.variant('kind', [
	v.strictObject({ kind: v.literal('pin') }),
	v.strictObject({ kind: v.literal('unpin') }),
	v.strictObject({
		kind: v.literal('edit'),
		text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxItemLength)),
	}),
	v.strictObject({ kind: v.literal('remove') }),
]);

/** Requests that say no more than their name, and are about no conversation. */
const general = [
	'ready',
	'startChat',
	'chooseModel',
	'turnOnAutomatic',
	'openTranscript',
	'importSessions',
	'openSample',
] as const;

/** Requests that say no more than their name, about the conversation that is on screen. */
const aboutConversation = [
	'cancel',
	'applyPreview',
	'discardPreview',
	'showRequests',
	'dismissChangeNotice',
	'viewActive',
	'retryWithModel',
	'copyHandoff',
	'undo',
	'redo',
	'applyProposal',
	'discardProposal',
	'resumeAutomatic',
	'resumeCompaction',
	'dismissCompaction',
] as const;

const schema = v.variant('type', [
	v.strictObject({ type: v.picklist([...general, ...aboutConversation]) }),
	v.strictObject({ type: v.literal('remember'), value: rememberedSchema }),
	v.strictObject({ type: v.picklist(['compact', 'preview']), focus: v.exactOptional(focus) }),
	v.strictObject({ type: v.literal('changeItem'), place: itemPlace, change: itemChange }),
	v.strictObject({ type: v.literal('viewRecord'), record: fromOne }),
	v.strictObject({
		type: v.picklist(['restore', 'compare']),
		record: v.exactOptional(fromOne),
	}),
	v.strictObject({ type: v.literal('openTurn'), number: fromOne }),
	v.strictObject({
		type: v.literal('chooseWriter'),
		model: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000)),
	}),
	v.strictObject({ type: v.literal('follow'), follow: v.boolean() }),
	v.strictObject({ type: v.literal('openProblem'), line: fromOne }),
	...leavingRequests,
]);

/** What the panel asks of the host: one message per intent of the person. */
export type FromPanel = v.InferOutput<typeof schema>;

/** Requests that are about no conversation, or about what is in them. */
const free: ReadonlySet<FromPanel['type']> = new Set<FromPanel['type']>([
	...general,
	'remember',
	'chooseWriter',
	'openExternal',
	'copyText',
]);

const messageSchema = v.strictObject({
	request: schema,
	/** What the panel showed when the person asked. */
	conversation: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(1_000))),
});

/** A request, with the conversation it is about: the one that was on screen. */
export type PanelMessage = v.InferOutput<typeof messageSchema>;

/**
 * Whether a request may be carried out while a conversation is active: one that is about another
 * conversation, which was on screen when the person asked, may not.
 */
export function isMeant(
	{ request, conversation }: PanelMessage,
	active: string | undefined,
): boolean {
	return free.has(request.type) || (conversation !== undefined && conversation === active);
}

/** The message, or undefined when it is none of ours: a webview's messages are untrusted input. */
export function parseFromPanel(value: unknown): PanelMessage | undefined {
	const result = v.safeParse(messageSchema, value);
	return result.success ? result.output : undefined;
}
