import * as v from 'valibot';

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
export function savedMessage(value: unknown): SavedMessage | undefined {
	const parsed = v.safeParse(message, value);
	return parsed.success ? parsed.output : undefined;
}

/** The saved call, or `undefined` when it is none. */
export function savedCall(value: unknown): SavedCall | undefined {
	const parsed = v.safeParse(toolCall, value);
	return parsed.success ? parsed.output : undefined;
}

/** A `function_call` as if it were the only tool call of its message. */
export function savedFunctionCall(value: unknown): SavedCall | undefined {
	const parsed = v.safeParse(calledFunction, value);
	return parsed.success ? { id: undefined, function: parsed.output } : undefined;
}

/** Keys under which a conversation's messages are saved. */
export const listKeys = ['messages', 'traj'] as const;

const label = v.nullish(v.union([v.string(), v.number()]));

const run = v.object({
	messages: v.optional(v.unknown()),
	traj: v.optional(v.unknown()),
	title: v.optional(v.unknown()),
	task_id: v.fallback(label, undefined),
	instance_id: v.fallback(label, undefined),
	session_id: v.fallback(label, undefined),
	id: v.fallback(label, undefined),
});

/** An object that holds a whole conversation. */
export interface SavedRun {
	readonly messages: readonly unknown[];
	/** What it is called in its file; empty when nothing names it. */
	readonly name: string;
}

/** The conversation an object holds, or `undefined` when it holds no list of messages. */
export function savedRun(value: unknown): SavedRun | undefined {
	const parsed = v.safeParse(run, value);
	if (!parsed.success) {
		return undefined;
	}
	const { messages, traj, title, task_id: task, instance_id: instance } = parsed.output;
	const list = [messages, traj].find((candidate) => Array.isArray(candidate));
	if (list === undefined) {
		return undefined;
	}
	const { session_id: session, id } = parsed.output;
	const named = typeof title === 'string' && title !== '' ? title : (instance ?? session ?? id);
	const name = typeof task === 'number' ? `Task ${task}` : (task ?? named ?? '');
	return { messages: list as readonly unknown[], name: String(name) };
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
			(block: unknown) =>
				typeof block === 'object' &&
				block !== null &&
				'type' in block &&
				foreignBlocks.includes(block.type),
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
