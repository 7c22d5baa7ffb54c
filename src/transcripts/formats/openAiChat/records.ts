import * as v from 'valibot';
import { hasFields } from '../../../messages/json.ts';
import { shaped } from '../../building/shapes.ts';

/** The shapes of OpenAI's chat messages, as lenient as the programs that save them. */

const optionalText = v.nullish(v.string());

const calledFunction = v.object({
	name: v.string(),
	/** JSON text; some programs save the object itself. */
	arguments: v.optional(v.unknown()),
});

const toolCall = v.object({ id: optionalText, function: calledFunction });

const message = v.object({
	role: v.string(),
	content: v.optional(v.unknown()),
	refusal: optionalText,
	name: optionalText,
	tool_calls: v.nullish(v.array(v.unknown())),
	/** How calls were saved before there were several in one message. */
	function_call: v.optional(v.unknown()),
	tool_call_id: optionalText,
});

/** A message as it was saved. */
export type SavedMessage = v.InferOutput<typeof message>;

/** A tool call as it was saved. */
export type SavedCall = v.InferOutput<typeof toolCall>;

/** The saved message, or `undefined` when it is none. */
export const savedMessage = shaped(message);

/** The saved call, or `undefined` when it is none. */
export const savedCall = shaped(toolCall);

/** A `function_call` as if it were the only tool call of its message. */
export function savedFunctionCall(value: unknown): SavedCall | undefined {
	const parsed = v.safeParse(calledFunction, value);
	return parsed.success ? { id: undefined, function: parsed.output } : undefined;
}

const foreignBlocks: readonly unknown[] = ['tool_use', 'tool_result', 'thinking', 'toolCall'];

const chatRoles: readonly string[] = [
	'system',
	'developer',
	'user',
	'assistant',
	'tool',
	'function',
];

/** Whether a message keeps calls and results in blocks, where this reader would not find them. */
function isForeign(value: unknown): boolean {
	const content = savedMessage(value)?.content;
	return (
		Array.isArray(content) &&
		content.some(
			(block: unknown) => hasFields(block) && 'type' in block && foreignBlocks.includes(block.type),
		)
	);
}

function isChatMessage(value: unknown): boolean {
	const saved = savedMessage(value);
	if (saved === undefined || !chatRoles.includes(saved.role)) {
		return false;
	}
	const calls = saved.tool_calls ?? saved.function_call;
	const { content } = saved;
	return typeof content === 'string' || Array.isArray(content) || (calls ?? null) !== null;
}

/**
 * Whether values are chat messages of OpenAI's shape. Anthropic's, Gemini's and others' look much
 * like them, often until the first tool is used.
 */
export function areChatMessages(values: readonly unknown[]): boolean {
	return values.some((value) => isChatMessage(value)) && !values.some((value) => isForeign(value));
}
