import * as v from 'valibot';
import { optionalText, shaped } from '../../building/shapes.ts';

/** The shapes of Cursor's conversations in its database, as far as they matter. */

const anything = v.optional(v.unknown());

/** Milliseconds since the epoch, or a date. */
const time = v.fallback(v.nullish(v.union([v.number(), v.string()])), undefined);

const texts = v.fallback(v.array(v.string()), []);

const location = v.object({ fsPath: optionalText, path: optionalText });

const workspace = v.fallback(
	v.nullish(v.object({ uri: v.fallback(v.nullish(location), undefined) })),
	undefined,
);

const summaryText = v.object({
	summary: v.string(),
	/** The last message that it stands for. */
	truncationLastBubbleIdInclusive: optionalText,
});

const latestSummary = v.fallback(
	v.nullish(
		v.union([
			v.object({ summary: summaryText, lastBubbleId: optionalText }),
			v.pipe(
				v.object({ ...summaryText.entries, lastBubbleId: optionalText }),
				v.transform(({ lastBubbleId, ...summary }) => ({ summary, lastBubbleId })),
			),
		]),
	),
	undefined,
);

const header = v.object({
	bubbleId: v.string(),
	type: v.fallback(v.optional(v.number()), undefined),
});

const composer = v.object({
	name: optionalText,
	createdAt: time,
	lastUpdatedAt: time,
	/** The messages in order; their content is in rows of their own. */
	fullConversationHeadersOnly: v.fallback(v.array(v.unknown()), []),
	/** The messages themselves, in older versions. */
	conversation: v.fallback(v.array(v.unknown()), []),
	workspaceIdentifier: workspace,
	latestConversationSummary: latestSummary,
	subagentComposerIds: texts,
	subComposerIds: texts,
});

/** A conversation, which Cursor calls a composer. */
export type Composer = v.InferOutput<typeof composer>;

/** What a row says of a conversation, or `undefined` when it is none. */
export const savedComposer = shaped(composer);

/** The id of a message in the list of a conversation. */
export const savedHeader = shaped(header);

const toolData = v.object({
	name: v.pipe(v.string(), v.nonEmpty()),
	toolCallId: optionalText,
	status: optionalText,
	/** As the model wrote them, and as Cursor understood them: JSON as text or as it is. */
	rawArgs: anything,
	params: anything,
	result: anything,
	error: anything,
	additionalData: v.fallback(v.nullish(v.object({ status: optionalText })), undefined),
});

/** A call with its result. */
export type ToolData = v.InferOutput<typeof toolData>;

const bubble = v.object({
	bubbleId: optionalText,
	/** 1 of the person, 2 of the assistant. */
	type: v.number(),
	text: v.fallback(v.string(), ''),
	createdAt: time,
	toolFormerData: v.fallback(v.nullish(toolData), undefined),
});

/** A message, which Cursor calls a bubble. */
export type Bubble = v.InferOutput<typeof bubble>;

/** A message, or `undefined` when it is none. */
export const savedBubble = shaped(bubble);

const listedComposers = v.object({ allComposers: v.array(v.unknown()) });

const listedComposer = v.object({ ...composer.entries, composerId: v.string() });

/** A conversation of a list, which may have its messages there as well. */
export type ListedComposer = v.InferOutput<typeof listedComposer>;

/** The conversations of a list. */
export function composersListed(value: unknown): readonly ListedComposer[] {
	const parsed = v.safeParse(listedComposers, value);
	return parsed.success
		? parsed.output.allComposers.flatMap((each) => parsedListed(each) ?? [])
		: [];
}

const parsedListed = shaped(listedComposer);

/** The folder a conversation is about; empty where it does not tell. */
export function folderOf({ workspaceIdentifier }: Pick<Composer, 'workspaceIdentifier'>): string {
	return workspaceIdentifier?.uri?.fsPath ?? workspaceIdentifier?.uri?.path ?? '';
}

/** A time in milliseconds since the epoch; 0 where there is none. */
export function millisecondsOf(told: string | number | null | undefined): number {
	const found = typeof told === 'string' ? Date.parse(told) : (told ?? 0);
	return Number.isFinite(found) ? found : 0;
}
