import * as v from 'valibot';
import { sectionTitles } from '../summary/sections.ts';
import { isExternalLink } from './externalLink.ts';
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

const schema = v.variant('type', [
	v.strictObject({ type: v.literal('ready') }),
	v.strictObject({ type: v.literal('remember'), value: rememberedSchema }),
	v.strictObject({ type: v.literal('compact'), focus: v.exactOptional(focus) }),
	v.strictObject({ type: v.literal('cancel') }),
	v.strictObject({ type: v.literal('preview'), focus: v.exactOptional(focus) }),
	v.strictObject({ type: v.literal('applyPreview') }),
	v.strictObject({ type: v.literal('discardPreview') }),
	v.strictObject({ type: v.literal('showRequests') }),
	v.strictObject({ type: v.literal('changeItem'), place: itemPlace, change: itemChange }),
	v.strictObject({ type: v.literal('dismissChangeNotice') }),
	v.strictObject({ type: v.literal('viewRecord'), record: fromOne }),
	v.strictObject({ type: v.literal('viewActive') }),
	v.strictObject({ type: v.literal('restore'), record: v.exactOptional(fromOne) }),
	v.strictObject({ type: v.literal('openTurn'), number: fromOne }),
	v.strictObject({ type: v.literal('showBreakdown') }),
	v.strictObject({ type: v.literal('startChat') }),
	v.strictObject({ type: v.literal('setApiKey') }),
	v.strictObject({ type: v.literal('retryWithModel') }),
	v.strictObject({ type: v.literal('chooseModel') }),
	v.strictObject({ type: v.literal('copyHandoff') }),
	v.strictObject({ type: v.literal('undo') }),
	v.strictObject({ type: v.literal('redo') }),
	v.strictObject({ type: v.literal('compare'), record: v.exactOptional(fromOne) }),
	v.strictObject({ type: v.literal('stop') }),
	v.strictObject({ type: v.literal('applyProposal') }),
	v.strictObject({ type: v.literal('discardProposal') }),
	v.strictObject({ type: v.literal('resumeAutomatic') }),
	v.strictObject({ type: v.literal('turnOnAutomatic') }),
	v.strictObject({ type: v.literal('answerLast') }),
	v.strictObject({ type: v.literal('sendUnsent') }),
	v.strictObject({ type: v.literal('discardUnsent') }),
	v.strictObject({ type: v.literal('resumeCompaction') }),
	v.strictObject({ type: v.literal('dismissCompaction') }),
	v.strictObject({ type: v.literal('openTranscript') }),
	v.strictObject({ type: v.literal('importSessions') }),
	v.strictObject({ type: v.literal('openSample') }),
	v.strictObject({
		type: v.literal('openFile'),
		path: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)),
	}),
	v.strictObject({ type: v.literal('follow'), follow: v.boolean() }),
	v.strictObject({ type: v.literal('openProblem'), line: fromOne }),
	v.strictObject({
		type: v.literal('openExternal'),
		url: v.pipe(v.string(), v.maxLength(8_192), v.check(isExternalLink)),
	}),
	v.strictObject({
		type: v.literal('copyText'),
		text: v.pipe(v.string(), v.minLength(1), v.maxLength(1_000_000)),
	}),
]);

/** What the panel asks of the host: one message per intent of the person. */
export type FromPanel = v.InferOutput<typeof schema>;

/** Requests that are about no conversation, or about what is in them. */
const general: ReadonlySet<FromPanel['type']> = new Set([
	'ready',
	'remember',
	'startChat',
	'openExternal',
	'copyText',
	'viewActive',
	'dismissChangeNotice',
	'chooseModel',
	'setApiKey',
	'turnOnAutomatic',
	'openTranscript',
	'importSessions',
	'openSample',
] as const satisfies readonly FromPanel['type'][]);

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
	return general.has(request.type) || conversation === active;
}

/** The message, or undefined when it is none of ours: a webview's messages are untrusted input. */
export function parseFromPanel(value: unknown): PanelMessage | undefined {
	const result = v.safeParse(messageSchema, value);
	return result.success ? result.output : undefined;
}
