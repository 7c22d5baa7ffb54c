import * as v from 'valibot';
import { hasFields, parsedJson } from '../../../messages/json.ts';
import { optionalText, read, shaped } from '../../building/shapes.ts';

/** The shapes of Letta's agent files, as far as they matter. */

const agent = v.object({ name: v.fallback(v.string(), ''), messages: v.array(v.unknown()) });

/** The agent, or `undefined` when it is none. */
export const lettaAgent = shaped(agent);

const toolReturn = v.object({
	tool_call_id: optionalText,
	status: optionalText,
	func_response: v.optional(v.unknown()),
	/** How answers to an approval call it. */
	tool_return: v.optional(v.unknown()),
});

/** What a tool gave. */
export type ToolReturn = v.InferOutput<typeof toolReturn>;

const returns = v.fallback(v.nullish(v.array(toolReturn)), undefined);

const message = v.object({
	role: v.string(),
	content: v.optional(v.unknown()),
	tool_calls: v.fallback(v.nullish(v.array(v.unknown())), undefined),
	tool_call_id: optionalText,
	tool_returns: returns,
	approvals: returns,
});

/** A message. */
export type LettaMessage = v.InferOutput<typeof message>;

/** The message, or `undefined` when it is none. */
export const lettaMessage = shaped(message);

const reasoning: readonly unknown[] = ['reasoning', 'redacted_reasoning', 'omitted_reasoning'];

/** Content without the model's reasoning, which is no part of the log. */
export function withoutReasoning(content: unknown): unknown {
	return Array.isArray(content)
		? content.filter((block: unknown) => {
				const isObject = hasFields(block) && 'type' in block;
				return !(isObject && reasoning.includes(block.type));
			})
		: content;
}

const wrapped = v.object({ type: v.string(), message: v.string() });

/** What Letta wraps user messages into: who speaks, and the words. */
export type WrappedWords = v.InferOutput<typeof wrapped>;

/** The words in a user message that is JSON; `undefined` when it is as the person wrote it. */
export function wrappedWords(text: string): WrappedWords | undefined {
	return read(wrapped, text.startsWith('{') ? parsedJson(text) : undefined);
}
