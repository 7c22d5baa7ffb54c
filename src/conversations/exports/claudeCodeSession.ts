import {
	type AssistantMessage,
	type Content,
	hasImage,
	documentType,
	placeholderOf,
	type Message,
	type Part,
	partsOf,
	textOf,
	toolCallsOf,
	type ToolMessage,
} from '../../messages/message.ts';
import { type ExportedSession, jsonLines } from './session.ts';

/** The version of Claude Code whose format this follows. */
const writtenAs = '2.1.39';

/** Claude Code resumes with a model it knows; the log does not record which model wrote the messages. */
const model = 'claude-sonnet-4-5';

/** The cost of the messages is unknown. */
const usage = {
	input_tokens: 0,
	cache_creation_input_tokens: 0,
	cache_read_input_tokens: 0,
	output_tokens: 0,
};

/** The fields of a line apart from its envelope. */
interface Line {
	readonly type: 'user' | 'assistant';
	readonly message: object;
}

/**
 * A session of Claude Code: a line for each block of the assistant and each result, chained by their
 * parents. Without the system prompt, which Claude Code has itself.
 */
export function claudeCodeSession(messages: readonly Message[], session: ExportedSession): string {
	const { id: sessionId, cwd, title, now, newId } = session;
	const lines = messages.flatMap((message) => linesOf(message, newId));
	let parentUuid: string | null = null;
	const chained = lines.map((line, index) => {
		const uuid = newId();
		const envelope = {
			parentUuid,
			isSidechain: false,
			userType: 'external',
			cwd,
			sessionId,
			version: writtenAs,
			gitBranch: '',
			...line,
			uuid,
			// Ascending, so that lines sorted by time stay in order.
			timestamp: new Date(now - lines.length + 1 + index).toISOString(),
		};
		parentUuid = uuid;
		return envelope;
	});
	return jsonLines([...chained, { type: 'custom-title', customTitle: title, sessionId }]);
}

function linesOf(message: Message, newId: () => string): readonly Line[] {
	switch (message.role) {
		case 'system':
			return [];
		case 'user':
			return [userLine(contentOf(message.content))];
		case 'tool':
			return [userLine([resultBlock(message)])];
		case 'assistant':
			return assistantLines(message, `msg_${newId().replaceAll('-', '')}`);
	}
}

function userLine(content: string | readonly object[]): Line {
	return { type: 'user', message: { role: 'user', content } };
}

function assistantLines(message: AssistantMessage, id: string): readonly Line[] {
	const blocks = assistantBlocks(message);
	const stop_reason = blocks.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn';
	return blocks.map((block) => ({
		type: 'assistant',
		message: {
			model,
			id,
			type: 'message',
			role: 'assistant',
			content: [block],
			stop_reason,
			stop_sequence: null,
			usage,
		},
	}));
}

/** A block of Anthropic's Messages API. */
type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** Media types that Anthropic's API takes. */
const images: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Content of the user or of a result: a string without images, blocks with them. */
function contentOf(content: Content): string | readonly Block[] {
	return typeof content !== 'string' && hasImage(content) ? blocksOf(content) : textOf(content);
}

/** Content as blocks; blank text is omitted because the API rejects it. */
function blocksOf(content: Content): readonly Block[] {
	return partsOf(content).map(blockOf);
}

function blockOf(part: Part): Block {
	if (part.type === 'text') {
		return { type: 'text', text: part.text };
	}
	const image = base64Image(part.url);
	if (image !== undefined && images.includes(image.mediaType)) {
		const { mediaType: media_type, data } = image;
		return { type: 'image', source: { type: 'base64', media_type, data } };
	}
	if (image?.mediaType === documentType) {
		const { mediaType: media_type, data } = image;
		return { type: 'document', source: { type: 'base64', media_type, data } };
	}
	return part.url.startsWith('https://')
		? { type: 'image', source: { type: 'url', url: part.url } }
		: { type: 'text', text: placeholderOf(part) };
}

/** An assistant's text and calls. Images are omitted: the API does not accept them from the assistant. */
function assistantBlocks(message: AssistantMessage): readonly Block[] {
	const calls = toolCallsOf(message).map(({ id, name, arguments: text }) => ({
		type: 'tool_use',
		id,
		name,
		input: JSON.parse(text) as unknown,
	}));
	return [...blocksOf(textOf(message.content)), ...calls];
}

/** A result of a tool. */
function resultBlock({ toolCallId, content, isError }: ToolMessage): Block {
	return {
		type: 'tool_result',
		tool_use_id: toolCallId,
		content: contentOf(content),
		...(isError === true ? { is_error: true } : {}),
	};
}

/** The media type and the data of a base64 `data:` URL; undefined for any other URL. */
function base64Image(
	url: string,
): { readonly mediaType: string; readonly data: string } | undefined {
	const [, mediaType, data] = /^data:([\w.+-]+\/[\w.+-]+);base64,([^]*)$/.exec(url) ?? [];
	return mediaType === undefined || data === undefined ? undefined : { mediaType, data };
}
