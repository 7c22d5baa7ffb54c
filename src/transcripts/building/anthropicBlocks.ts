import * as v from 'valibot';
import type { Part, ToolCall, ToolMessage } from '../../messages/message.ts';
import { contentOf } from './parts.ts';
import type { ProblemList } from '../problems.ts';
import { read, typeOf } from './shapes.ts';

/**
 * The content of Anthropic's messages: text, or a list of blocks. Claude Code writes it, and so do
 * many assistants that call the API themselves. What a block holds beside the known keys is cut away.
 */

const text = v.object({ type: v.literal('text'), text: v.string() });

const image = v.object({
	type: v.literal('image'),
	source: v.variant('type', [
		v.object({
			type: v.literal('base64'),
			media_type: v.optional(v.string(), ''),
			data: v.string(),
		}),
		v.object({ type: v.literal('url'), url: v.string() }),
	]),
});

const textDocument = v.object({
	type: v.literal('document'),
	source: v.object({ type: v.literal('text'), data: v.string() }),
});

/** A call of the model's; those of server tools are answered in the same message. */
const toolUse = v.object({
	type: v.picklist(['tool_use', 'server_tool_use', 'mcp_tool_use']),
	id: v.string(),
	name: v.string(),
	input: v.optional(v.unknown(), {}),
});

const toolResult = v.object({
	type: v.picklist([
		'tool_result',
		'mcp_tool_result',
		'web_search_tool_result',
		'web_fetch_tool_result',
		'code_execution_tool_result',
		'bash_code_execution_tool_result',
		'text_editor_code_execution_tool_result',
	]),
	tool_use_id: v.string(),
	content: v.optional(v.unknown()),
	is_error: v.nullish(v.boolean()),
});

const searchResult = v.object({
	type: v.literal('web_search_result'),
	url: v.string(),
	title: v.optional(v.string(), ''),
});

const toolReference = v.object({ type: v.literal('tool_reference'), tool_name: v.string() });

/** Reasoning: only the provider that wrote it can read it back, so it is no part of the log. */
const reasoning = v.object({ type: v.picklist(['thinking', 'redacted_thinking']) });

const knownBlock = v.variant('type', [
	text,
	image,
	textDocument,
	toolUse,
	toolResult,
	searchResult,
	toolReference,
	reasoning,
]);

/** A block this reader has no words for: `name` says which, when the block does. */
interface UnknownBlock {
	readonly type: 'unknown';
	readonly name: string;
}

type Block = v.InferOutput<typeof knownBlock> | UnknownBlock;

type ToolResultBlock = v.InferOutput<typeof toolResult>;

/** The content of one message, sorted by what becomes of it. */
export interface AnthropicContent {
	/** Text and images in order. */
	readonly parts: readonly Part[];
	/** The calls of an assistant's message, those of server tools too. */
	readonly calls: readonly ToolCall[];
	/** The results in a user's message, and in an assistant's those of server tools. */
	readonly results: readonly ToolMessage[];
	/** Types of blocks that could only be marked. */
	readonly unknown: readonly string[];
}

function blockOf(value: unknown): Block {
	return read(knownBlock, value) ?? { type: 'unknown', name: typeOf(value) };
}

/** Content as blocks: plain text is one text block. `undefined` when it is neither. */
function blocksOf(content: unknown): readonly Block[] | undefined {
	if (typeof content === 'string') {
		return [{ type: 'text', text: content }];
	}
	return Array.isArray(content) ? content.map((block) => blockOf(block)) : undefined;
}

/** Calls, results and reasoning are no parts; of what is unknown a mark stays: the model saw something here. */
function partOf(block: Block): Part | undefined {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text };
		case 'image': {
			const { source } = block;
			return source.type === 'url'
				? { type: 'image', mediaType: '', url: source.url }
				: {
						type: 'image',
						mediaType: source.media_type,
						url: `data:${source.media_type};base64,${source.data}`,
					};
		}
		case 'document':
			return { type: 'text', text: block.source.data, origin: 'file' };
		case 'tool_reference':
			return { type: 'text', text: `[tool ${block.tool_name}]` };
		case 'web_search_result':
			return { type: 'text', text: `${block.title} ${block.url}`.trim() };
		case 'unknown':
			return { type: 'text', text: `[${block.name}]` };
		default:
			return undefined;
	}
}

function partsOf(blocks: readonly Block[]): readonly Part[] {
	return blocks.map((block) => partOf(block)).filter((part) => part !== undefined);
}

function unknownOf(blocks: readonly Block[]): readonly string[] {
	return blocks.flatMap((block) => (block.type === 'unknown' ? [block.name] : []));
}

/** The blocks inside a result: nothing at all is legal there and means an empty one. */
function resultBlocks(block: ToolResultBlock): readonly Block[] {
	return blocksOf(block.content ?? []) ?? [{ type: 'unknown', name: 'result' }];
}

/** Sorts the content of a message; `undefined` when it is neither text nor a list of blocks. */
export function anthropicContent(content: unknown): AnthropicContent | undefined {
	const blocks = blocksOf(content);
	if (blocks === undefined) {
		return undefined;
	}
	const results = blocks.filter((block) => 'tool_use_id' in block);
	return {
		parts: partsOf(blocks),
		calls: blocks
			.filter((block) => 'input' in block)
			.map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
		results: results.map((block) => ({
			role: 'tool',
			toolCallId: block.tool_use_id,
			content: contentOf(partsOf(resultBlocks(block))),
			...(typeof block.is_error === 'boolean' ? { isError: block.is_error } : {}),
		})),
		unknown: [...unknownOf(blocks), ...results.flatMap((block) => unknownOf(resultBlocks(block)))],
	};
}

/** Says which blocks of a message could only be marked; each type once. */
export function reportUnknownBlocks(
	types: readonly string[],
	line: number,
	problems: ProblemList,
): void {
	for (const name of new Set(types)) {
		problems.add(line, `A block of type "${name}" cannot be shown; [${name}] stands for it.`);
	}
}
