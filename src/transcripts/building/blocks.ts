import * as v from 'valibot';
import {
	documentType,
	type ImagePart,
	type Part,
	type ToolCall,
	type ToolMessage,
} from '../../messages/message.ts';
import { hasFields } from '../../messages/json.ts';
import { contentOf } from './parts.ts';
import { read, typeOf } from './shapes.ts';

/**
 * Blocks of content as assistants save them: those of Anthropic's and OpenAI's APIs, and variants of them that several
 * assistants use. Unknown keys of a block are removed.
 */

const imageSource = v.variant('type', [
	v.object({
		type: v.literal('base64'),
		media_type: v.optional(v.string(), ''),
		data: v.string(),
	}),
	v.object({ type: v.literal('url'), url: v.string() }),
]);

const knownBlock = v.variant('type', [
	v.object({ type: v.picklist(['text', 'input_text', 'output_text']), text: v.string() }),
	v.object({ type: v.literal('refusal'), refusal: v.string() }),
	v.pipe(
		v.object({
			type: v.literal('image'),
			source: v.optional(imageSource),
			data: v.optional(v.string()),
			mimeType: v.optional(v.string(), ''),
			mediaType: v.optional(v.string(), ''),
		}),
		v.check(({ source, data }) => source !== undefined || data !== undefined),
	),
	v.object({ type: v.literal('imageUrl'), imageUrl: v.object({ url: v.string() }) }),
	v.object({ type: v.literal('file'), path: v.string(), content: v.string() }),
	v.object({
		type: v.picklist(['image_url', 'input_image']),
		image_url: v.union([
			v.string(),
			v.pipe(
				v.object({ url: v.string() }),
				v.transform(({ url }) => url),
			),
		]),
	}),
	v.object({
		type: v.literal('document'),
		source: v.variant('type', [
			v.object({ type: v.literal('text'), data: v.string() }),
			v.object({
				type: v.literal('base64'),
				media_type: v.literal(documentType),
				data: v.string(),
			}),
		]),
	}),
	v.object({
		type: v.literal('file'),
		file: v.object({ file_data: v.pipe(v.string(), v.startsWith(`data:${documentType};`)) }),
	}),
	v.object({
		type: v.literal('input_file'),
		file_data: v.pipe(v.string(), v.startsWith(`data:${documentType};`)),
	}),
	/** A call by the model; calls of server tools are answered in the same message. */
	v.object({
		type: v.picklist(['tool_use', 'server_tool_use', 'mcp_tool_use']),
		id: v.string(),
		name: v.string(),
		input: v.optional(v.unknown(), {}),
	}),
	v.object({
		type: v.literal('toolCall'),
		id: v.string(),
		name: v.string(),
		arguments: v.optional(v.unknown(), {}),
	}),
	v.object({
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
	}),
	v.object({
		type: v.literal('web_search_result'),
		url: v.string(),
		title: v.optional(v.string(), ''),
	}),
	v.object({ type: v.literal('tool_reference'), tool_name: v.string() }),
	/** Reasoning, which only its provider can read: not part of the log. */
	v.object({ type: v.picklist(['thinking', 'redacted_thinking', 'reasoning']) }),
]);

type Block = v.InferOutput<typeof knownBlock>;

/** The content of one message, sorted by kind. */
export interface SortedContent {
	/** Text and images in order, and a mark for each unknown block: the model saw something there. */
	readonly parts: readonly Part[];
	/** Calls, including those of server tools. */
	readonly calls: readonly ToolCall[];
	/** Results; in an assistant's message, those of server tools. */
	readonly results: readonly ToolMessage[];
	/** Types of blocks that were replaced by marks. */
	readonly unknown: readonly string[];
}

/** An image at a URL. */
export function imageAt(url: string, mediaType = /^data:([^;,]*)/.exec(url)?.[1] ?? ''): ImagePart {
	return { type: 'image', mediaType, url };
}

/** An image from its bytes. @param data In base64. */
export function imageOf(mediaType: string, data: string): ImagePart {
	return imageAt(`data:${mediaType};base64,${data}`, mediaType);
}

function partOf(block: Block): Part | undefined {
	switch (block.type) {
		case 'text':
		case 'input_text':
		case 'output_text':
			return { type: 'text', text: block.text };
		case 'refusal':
			return { type: 'text', text: block.refusal };
		case 'image': {
			const { source, data = '', mimeType, mediaType } = block;
			if (source?.type === 'url') {
				return imageAt(source.url);
			}
			return imageOf(source?.media_type ?? (mimeType || mediaType), source?.data ?? data);
		}
		case 'image_url':
		case 'input_image':
			return imageAt(block.image_url);
		case 'imageUrl':
			return imageAt(block.imageUrl.url);
		case 'file':
			return 'file' in block
				? imageAt(block.file.file_data)
				: { type: 'text', text: `${block.path}\n${block.content}`, origin: 'file' };
		case 'document': {
			const { source } = block;
			return source.type === 'text'
				? { type: 'text', text: source.data, origin: 'file' }
				: imageOf(source.media_type, source.data);
		}
		case 'input_file':
			return imageAt(block.file_data);
		case 'tool_reference':
			return { type: 'text', text: `[tool ${block.tool_name}]` };
		case 'web_search_result':
			return { type: 'text', text: `${block.title} ${block.url}`.trim() };
		default:
			return undefined;
	}
}

/** The mark of a block of which only the type is known. */
function markOf(value: unknown): Part {
	return { type: 'text', text: `[${typeOf(value)}]` };
}

/** The result of a server tool: the document that it fetched, otherwise its fields as JSON. */
function serverToolResult(given: unknown): Pick<SortedContent, 'parts' | 'unknown'> {
	if (!hasFields(given)) {
		return { parts: [markOf(given)], unknown: ['result'] };
	}
	const document = read(knownBlock, given['content']);
	const part = document === undefined ? undefined : partOf(document);
	return { parts: [part ?? { type: 'text', text: JSON.stringify(given) }], unknown: [] };
}

/** Sorts the content of a message; `undefined` if it is neither text nor a list of blocks. */
export function sortedContent(content: unknown): SortedContent | undefined {
	const values = typeof content === 'string' ? [content] : content;
	if (!Array.isArray(values)) {
		return undefined;
	}
	const parts: Part[] = [];
	const calls: ToolCall[] = [];
	const results: ToolMessage[] = [];
	const unknown: string[] = [];
	for (const value of values as readonly unknown[]) {
		const block = read(
			knownBlock,
			typeof value === 'string' ? { type: 'text', text: value } : value,
		);
		if (block === undefined) {
			parts.push(markOf(value));
			unknown.push(typeOf(value));
		} else if ('input' in block || 'arguments' in block) {
			const given = 'input' in block ? block.input : block.arguments;
			calls.push({ id: block.id, name: block.name, arguments: JSON.stringify(given) });
		} else if ('tool_use_id' in block) {
			const { tool_use_id: toolCallId, content: given, is_error: isError } = block;
			// The API allows a result without content.
			const inside = sortedContent(given ?? []) ?? serverToolResult(given);
			unknown.push(...inside.unknown);
			results.push({
				role: 'tool',
				toolCallId,
				content: contentOf(inside.parts),
				...(typeof isError === 'boolean' ? { isError } : {}),
				...(hasFields(given) && 'error_code' in given ? { isError: true } : {}),
			});
		} else {
			parts.push(...[partOf(block) ?? []].flat());
		}
	}
	return { parts, calls, results, unknown };
}
