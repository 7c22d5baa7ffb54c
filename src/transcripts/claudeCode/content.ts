import type {
	AssistantMessage,
	Content,
	Part,
	ToolCall,
	ToolMessage,
} from '../../messages/message.ts';
import { blocksOf, type Block, type ToolResultBlock } from './records.ts';

/** What one line carries, sorted by what becomes of it. */
export interface LineContent {
	readonly parts: readonly Part[];
	readonly calls: readonly ToolCall[];
	readonly results: readonly ToolMessage[];
	/** Types of blocks that could only be marked. */
	readonly unknown: readonly string[];
}

/** Parts as content: text alone is one string, as people and counters read it. */
export function contentOf(parts: readonly Part[]): Content {
	return parts.some((part) => part.type === 'image')
		? parts
		: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function partOf(block: Block): Part | undefined {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text };
		case 'image':
			return block.source.type === 'url'
				? { type: 'image', mediaType: '', url: block.source.url }
				: {
						type: 'image',
						mediaType: block.source.media_type,
						url: `data:${block.source.media_type};base64,${block.source.data}`,
					};
		case 'tool_reference':
			return { type: 'text', text: `[tool ${block.tool_name}]` };
		case 'unknown':
			// A mark instead of nothing: the model saw something here.
			return { type: 'text', text: `[${block.name}]` };
		case 'thinking':
		case 'redacted_thinking':
		case 'tool_use':
		case 'tool_result':
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

/** Sorts the content of a line; `undefined` when it is neither text nor a list of blocks. */
export function lineContent(content: unknown): LineContent | undefined {
	const blocks = blocksOf(content);
	if (blocks === undefined) {
		return undefined;
	}
	const results = blocks.filter((block) => block.type === 'tool_result');
	return {
		parts: partsOf(blocks),
		calls: blocks
			.filter((block) => block.type === 'tool_use')
			.map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
		results: results.map((block) => ({
			role: 'tool',
			toolCallId: block.tool_use_id,
			content: contentOf(partsOf(resultBlocks(block))),
			...(block.is_error === true ? { isError: true } : {}),
		})),
		unknown: [...unknownOf(blocks), ...results.flatMap((block) => unknownOf(resultBlocks(block)))],
	};
}

/** One assistant message out of the parts and calls of all its lines; `undefined` when empty. */
export function assistantMessage(
	parts: readonly Part[],
	calls: readonly ToolCall[],
): AssistantMessage | undefined {
	// Clients log the blank text some models send before they think.
	const visible = parts.filter((part) => part.type === 'image' || part.text.trim() !== '');
	if (visible.length === 0 && calls.length === 0) {
		return undefined;
	}
	const content = contentOf(visible);
	return calls.length === 0
		? { role: 'assistant', content }
		: { role: 'assistant', content, toolCalls: calls };
}
