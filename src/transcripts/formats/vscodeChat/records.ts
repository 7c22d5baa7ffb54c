import * as v from 'valibot';
import { anyList, optionalText, read, shaped } from '../../building/shapes.ts';

/** The shapes of VS Code's chat sessions and of what Copilot keeps in them, as far as they matter. */

const anyRecord = v.fallback(v.optional(v.record(v.string(), v.unknown()), {}), {});
const flag = v.fallback(v.optional(v.boolean(), false), false);

/** Text, or an object that wraps it. */
const wrappedText = v.union([v.string(), v.object({ value: v.string() })]);

/** The text of a Markdown value; empty when it is none. */
export function markdownOf(value: unknown): string {
	const parsed = v.safeParse(wrappedText, value);
	if (!parsed.success) {
		return '';
	}
	return typeof parsed.output === 'string' ? parsed.output : parsed.output.value;
}

const request = v.object({
	/** Text in old sessions. */
	message: v.union([v.string(), v.object({ text: v.string() })]),
	requestId: optionalText,
	variableData: v.fallback(v.optional(v.object({ variables: anyList }), { variables: [] }), {
		variables: [],
	}),
	response: v.optional(v.unknown()),
	/** The button that was clicked instead of typing. */
	confirmation: optionalText,
	isSystemInitiated: flag,
	/** The old name of `shouldBeRemovedOnSend`. */
	isHidden: flag,
	shouldBeRemovedOnSend: v.fallback(
		v.nullish(v.object({ afterUndoStop: v.nullish(v.string()) })),
		undefined,
	),
	result: v.fallback(v.nullish(v.object({ metadata: v.optional(v.unknown()) })), undefined),
});

/** One request of a session with its response. */
export type ChatRequest = v.InferOutput<typeof request>;

/** The request, or `undefined` when it is none. */
export const chatRequest = shaped(request);

const pending = v.object({ request: v.object({ message: request.entries.message }) });

/** The words of a request that was still waiting to be sent, or `undefined` when it is none. */
export function pendingWords(value: unknown): string | undefined {
	const parsed = v.safeParse(pending, value);
	return parsed.success ? wordsOf(parsed.output.request) : undefined;
}

/** What was typed. */
export function wordsOf({ message }: Pick<ChatRequest, 'message'>): string {
	return typeof message === 'string' ? message : message.text;
}

const summary = v.object({
	toolCallRoundId: v.string(),
	text: v.string(),
	/** Tokens. */
	contextLengthBefore: v.fallback(v.optional(v.number()), undefined),
});

/** A summary Copilot made, with the last round of calls it stands for. */
export type SavedSummary = v.InferOutput<typeof summary>;

const metadata = v.object({
	toolCallRounds: anyList,
	toolCallResults: anyRecord,
	/** Content of the user's message as the model got it. */
	renderedUserMessage: v.optional(v.unknown()),
	renderedGlobalContext: v.optional(v.unknown()),
	summaries: anyList,
	/** How the only summary was kept before there could be several. */
	summary: v.optional(v.unknown()),
});

/** What Copilot keeps of a turn, besides what was shown. */
export type CopilotMetadata = v.InferOutput<typeof metadata>;

/** Copilot's metadata of a turn; `undefined` when it has none. */
export function metadataOf({ result }: ChatRequest): CopilotMetadata | undefined {
	return read(metadata, result?.metadata);
}

/** The summaries a turn made, oldest first. */
export function summariesOf({
	summaries,
	summary: only,
}: CopilotMetadata): readonly SavedSummary[] {
	const values = summaries.length > 0 ? summaries : [only];
	return values.filter((value) => v.is(summary, value));
}

const round = v.object({
	id: optionalText,
	response: v.optional(v.unknown()),
	toolCalls: anyList,
});

/** One reply of the model with its calls. */
export type Round = v.InferOutput<typeof round>;

/** The round, or `undefined` when it is none. */
export const roundOf = shaped(round);

const call = v.object({ id: v.string(), name: v.string(), arguments: v.optional(v.unknown()) });

/** A call of a round, or `undefined` when it is none. */
export const roundCall = shaped(call);
