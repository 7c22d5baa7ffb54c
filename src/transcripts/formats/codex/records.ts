import * as v from 'valibot';
import { read, shaped } from '../../building/shapes.ts';

/** The shapes of Codex's records, as far as they matter; everything else is cut away. */

const optionalText = v.nullish(v.string());

const message = v.object({
	type: v.literal('message'),
	role: v.string(),
	content: v.unknown(),
	internal_chat_message_metadata_passthrough: v.fallback(
		v.nullish(v.object({ content_item_kinds: v.nullish(v.array(v.string())) })),
		undefined,
	),
});

const functionCall = v.object({
	type: v.literal('function_call'),
	call_id: v.string(),
	name: v.string(),
	/** Of a tool of an MCP server: `mcp__` and the server's name. */
	namespace: v.fallback(optionalText, undefined),
	arguments: v.optional(v.unknown()),
});

/** A tool whose input is text of its own language: a patch, a script. */
const customCall = v.object({
	type: v.literal('custom_tool_call'),
	call_id: v.string(),
	name: v.string(),
	input: v.optional(v.unknown()),
});

const callOutput = v.object({
	type: v.picklist(['function_call_output', 'custom_tool_call_output']),
	call_id: v.string(),
	output: v.optional(v.unknown()),
});

const localShellCall = v.object({
	type: v.literal('local_shell_call'),
	call_id: optionalText,
	id: optionalText,
	action: v.optional(v.unknown()),
});

const toolSearchCall = v.object({
	type: v.literal('tool_search_call'),
	call_id: optionalText,
	arguments: v.optional(v.unknown()),
});

const toolSearchOutput = v.object({
	type: v.literal('tool_search_output'),
	call_id: optionalText,
	tools: v.optional(v.unknown()),
});

const webSearchCall = v.object({
	type: v.literal('web_search_call'),
	id: optionalText,
	action: v.optional(v.unknown()),
});

const imageGenerationCall = v.object({
	type: v.literal('image_generation_call'),
	id: optionalText,
	revised_prompt: optionalText,
	result: optionalText,
});

/** What another agent of the same run says to this one. */
const agentMessage = v.object({
	type: v.literal('agent_message'),
	author: optionalText,
	content: v.unknown(),
});

/** No part of what was said: reasoning, snapshots of files, summaries only the provider can read. */
const unsaid = v.object({
	type: v.picklist([
		'reasoning',
		'ghost_snapshot',
		'compaction',
		'compaction_summary',
		'compaction_trigger',
		'context_compaction',
	]),
});

const item = v.variant('type', [
	message,
	functionCall,
	customCall,
	callOutput,
	localShellCall,
	toolSearchCall,
	toolSearchOutput,
	webSearchCall,
	imageGenerationCall,
	agentMessage,
	unsaid,
]);

/** One item of the history the model sees. */
export type CodexItem = v.InferOutput<typeof item>;

/** A message of any role. */
export type CodexMessage = v.InferOutput<typeof message>;

/**
 * Whether a person typed a message, as versions from 0.150 on say of each of its blocks: `user.text`
 * and the like is typed, everything else is not. `undefined`: the file does not tell.
 */
export function isTyped(saved: CodexMessage): boolean | undefined {
	const kinds = saved.internal_chat_message_metadata_passthrough?.content_item_kinds ?? [];
	return kinds.length === 0 ? undefined : kinds.some((kind) => kind.startsWith('user.'));
}

/** The item, or `undefined` when it is of no known kind or lacks what its kind has. */
export const codexItem = shaped(item);

const record = v.object({ type: v.string(), payload: v.unknown() });

/** A line: its kind, and what it holds. */
export type CodexRecord = v.InferOutput<typeof record>;

/** The record of a line, or `undefined` when it is none. */
export const codexRecord = shaped(record);

const sessionMeta = v.object({
	cli_version: optionalText,
	base_instructions: v.nullish(v.union([v.string(), v.object({ text: v.string() })])),
});

/** What a session says of itself: the program's version, the system prompt. */
export interface CodexMeta {
	readonly version?: string;
	readonly system?: string;
}

/** What a session says of itself; nothing where it cannot be read. */
export function codexMeta(payload: unknown): CodexMeta {
	const parsed = v.safeParse(sessionMeta, payload);
	if (!parsed.success) {
		return {};
	}
	const { cli_version: version, base_instructions: base } = parsed.output;
	const system = typeof base === 'string' ? base : base?.text;
	return {
		...(typeof version === 'string' ? { version } : {}),
		...(typeof system === 'string' && system.trim() !== '' ? { system } : {}),
	};
}

const event = v.variant('type', [
	v.object({ type: v.literal('user_message'), message: v.string() }),
	// How versions from 0.147 on tell what a person typed.
	v.object({
		type: v.literal('item_completed'),
		item: v.object({ type: v.literal('UserMessage'), content: v.array(v.unknown()) }),
	}),
	v.object({ type: v.literal('thread_rolled_back'), num_turns: v.number() }),
	v.object({ type: v.literal('thread_name_updated'), thread_name: v.string() }),
	v.object({
		type: v.literal('token_count'),
		info: v.object({ last_token_usage: v.object({ total_tokens: v.number() }) }),
	}),
]);

/** The event, or `undefined` when it only repeats items. */
export const codexEvent = shaped(event);

const agentRecord = v.object({ content: v.string() });

/** What another agent said, as it was saved before that was an item; `undefined` when unreadable. */
export function codexAgentRecord(payload: unknown): string | undefined {
	return read(agentRecord, payload)?.content;
}

const compacted = v.object({
	message: v.optional(v.nullable(v.string(), ''), ''),
	replacement_history: v.nullish(v.array(v.unknown())),
});

/** A compaction, with the history that the model sees from then on. */
export type CodexCompaction = v.InferOutput<typeof compacted>;

/** The compaction, or `undefined` when it cannot be read. */
export const codexCompaction = shaped(compacted);
