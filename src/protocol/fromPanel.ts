import * as v from 'valibot';
import { sectionTitles } from '../summary/sections.ts';
import { externalActions } from './externalActions.ts';
import { rememberedSchema } from './remembered.ts';

/** Maximum length of the user's focus, characters. */
export const maxFocusLength = 2_000;

const focus = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxFocusLength));

/** Maximum length of an item, characters. */
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

/** Requests without parameters that do not concern a conversation. */
const general = [
	'ready',
	'startChat',
	'chooseModel',
	'turnOnAutomatic',
	'openTranscript',
	'importSessions',
	'openSample',
] as const;

/** Requests without parameters about the conversation that is on screen. */
const aboutConversation = [
	'cancel',
	'applyPreview',
	'discardPreview',
	'showRequests',
	'dismissChangeNotice',
	'viewActive',
	'retryWithModel',
	'rewrite',
	'copyHandoff',
	'handOver',
	'undo',
	'redo',
	'applyProposal',
	'discardProposal',
	'resumeAutomatic',
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
	...externalActions,
]);

/** Requests of the panel to the host: one message per intent of the user. */
export type FromPanel = v.InferOutput<typeof schema>;

/** Requests that do not concern a conversation, or that name their own. */
const free: ReadonlySet<FromPanel['type']> = new Set<FromPanel['type']>([
	...general,
	'remember',
	'chooseWriter',
	'openExternal',
	'copyText',
]);

const messageSchema = v.strictObject({
	request: schema,
	/** The conversation that the panel showed at the time of the request. */
	conversation: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxLength(1_000))),
});

/** A request, with the conversation it is about: the one that was on screen. */
export type PanelMessage = v.InferOutput<typeof messageSchema>;

/**
 * Whether a request may be carried out while a conversation is active: not if it is about another conversation, which
 * was on screen at the time of the request.
 */
export function isMeant(
	{ request, conversation }: PanelMessage,
	active: string | undefined,
): boolean {
	return free.has(request.type) || (conversation !== undefined && conversation === active);
}

/** The message, or undefined if it is not valid: a webview's messages are untrusted input. */
export function parseFromPanel(value: unknown): PanelMessage | undefined {
	const result = v.safeParse(messageSchema, value);
	return result.success ? result.output : undefined;
}
