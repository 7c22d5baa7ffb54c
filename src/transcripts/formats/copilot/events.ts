import * as v from 'valibot';
import { anyList, shaped } from '../../building/shapes.ts';

/**
 * The shapes of GitHub Copilot's events, as far as they matter: lines of the `events.jsonl` of
 * Copilot's command line and of VS Code's agent host, and of the transcripts of Copilot Chat, which
 * borrowed them.
 */

const optionalText = v.nullish(v.string());
const flag = v.fallback(v.optional(v.boolean(), false), false);
const optionalCount = v.fallback(v.optional(v.number()), undefined);

const envelope = v.object({
	type: v.string(),
	id: optionalText,
	/** Stands on the events of sub-agents. */
	agentId: optionalText,
	data: v.optional(v.unknown(), {}),
});

/** The envelope of a line. */
export type CopilotEvent = v.InferOutput<typeof envelope>;

/** The envelope of a line, or `undefined` when it is none. */
export const copilotEvent = shaped(envelope);

const subAgent = v.object({ parentToolCallId: v.pipe(v.string(), v.nonEmpty()) });

/** Whether an event tells what a sub-agent did: its result shows in the tool that called it. */
export function isOfSubAgent(event: CopilotEvent): boolean {
	return (event.agentId ?? '') !== '' || v.is(subAgent, event.data);
}

/** `session.start` */
export const sessionStart = v.object({ version: optionalCount, copilotVersion: optionalText });

/** `session.title_changed` */
export const titleChanged = v.object({ title: v.string() });

/** `system.message` */
export const systemMessage = v.object({ content: v.string() });

/** `system.notification` */
export const notification = v.object({ content: v.string() });

/** `user.message` */
export const userMessage = v.object({
	/** As it was typed; empty where the program speaks. */
	content: v.string(),
	/** As it was sent to the model. */
	transformedContent: optionalText,
	/** Who wrote it where that is not the person, such as `system` or `skill-pdf`. */
	source: optionalText,
	isAutopilotContinuation: flag,
	attachments: anyList,
});

/** `assistant.message` */
export const assistantMessage = v.object({
	content: v.optional(v.nullable(v.string(), ''), ''),
	/** The same for all events that one reply of the model was split into. */
	apiCallId: optionalText,
	toolRequests: v.fallback(v.nullish(v.array(v.unknown()), []), []),
});

/** One of the `toolRequests` of an assistant's message. */
export const toolRequest = v.object({
	toolCallId: v.string(),
	name: v.string(),
	/** An object; JSON text in transcripts; free text where `type` is `custom`. */
	arguments: v.optional(v.unknown(), {}),
	type: optionalText,
});

/** `tool.user_requested` */
export const userRequested = v.object({
	toolCallId: v.string(),
	toolName: v.string(),
	arguments: v.optional(v.unknown(), {}),
});

const image = v.object({ type: v.literal('image'), data: v.string(), mimeType: v.string() });

/** `tool.execution_complete` */
export const toolComplete = v.object({
	toolCallId: v.string(),
	success: v.fallback(v.optional(v.boolean(), true), true),
	result: v.fallback(
		v.nullish(v.object({ content: v.optional(v.string(), ''), contents: anyList })),
		undefined,
	),
	error: v.fallback(v.nullish(v.object({ message: v.optional(v.string(), '') })), undefined),
});

/** The images among the blocks of a tool's result. */
export function imagesOf(contents: readonly unknown[]): readonly v.InferOutput<typeof image>[] {
	return contents.filter((block) => v.is(image, block));
}

/** `session.compaction_complete` */
export const compactionComplete = v.object({
	success: v.fallback(v.optional(v.boolean(), true), true),
	summaryContent: optionalText,
	preCompactionTokens: optionalCount,
});

/** Something attached to a message; which fields there are depends on what it is. */
export const attachment = v.object({
	type: v.fallback(v.string(), ''),
	displayName: optionalText,
	path: optionalText,
	filePath: optionalText,
	url: optionalText,
	text: optionalText,
	data: optionalText,
	mimeType: optionalText,
});
